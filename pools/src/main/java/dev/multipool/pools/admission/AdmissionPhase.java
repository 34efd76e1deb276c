package dev.multipool.pools.admission;

/** What {@link AdmissionController} is doing. */
public enum AdmissionPhase {
    /** The limit follows the late calls: it grows while they are within the budget and shrinks while they aren't. */
    TRACKING,
    /** The limit was shrunk by a fifth or more; the controller measures whether that helped. */
    TESTING,
    /** A smaller limit doesn't help: the limit stays where throughput is worth its response time. */
    HOLDING,
    /** While holding: another limit is tried for a moment. */
    PROBING
}
