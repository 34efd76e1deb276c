package dev.multipool.rpc.server.limits;

/** What happens to connections beyond the most that a server takes. */
public enum WhenFull {
    /** They wait in the operating system's listen backlog until another connection closes. */
    WAIT,
    /** They are accepted, counted and closed at once, so that their callers know. */
    REFUSE
}
