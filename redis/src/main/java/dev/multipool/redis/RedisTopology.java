package dev.multipool.redis;

/** How many servers a Redis is, and who says which of them is asked. */
public enum RedisTopology {
    /** One server. */
    STANDALONE("", 6379),
    /** A master with replicas, which Sentinels watch: they say who the master is. */
    SENTINEL("-sentinel", 26379),
    /** Redis Cluster: several masters, each with a part of the keys; they say who has which. */
    CLUSTER("-cluster", 6379);

    private final String schemeSuffix;
    private final int defaultPort;

    RedisTopology(String schemeSuffix, int defaultPort) {
        this.schemeSuffix = schemeSuffix;
        this.defaultPort = defaultPort;
    }

    String scheme(boolean tls) {
        return (tls ? "rediss" : "redis") + schemeSuffix;
    }

    int defaultPort() {
        return defaultPort;
    }
}
