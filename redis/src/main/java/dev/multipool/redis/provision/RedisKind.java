package dev.multipool.redis.provision;

/** Whose Redis it is. */
public enum RedisKind {
    /** Somebody else's, reached by its URI; closing leaves it running. */
    GIVEN,
    /** A container of ours. */
    CONTAINER,
    /** A redis-server process of ours. */
    EMBEDDED
}
