package dev.multipool.rpc.server.app.settings;

/** The keys of the pools: a family, in which any name may follow. */
final class PoolKeys {
    private static final String PREFIX = "pools.";

    private PoolKeys() {}

    /** The key of the pool with this name. */
    static String of(String poolName) {
        return PREFIX + poolName;
    }

    /** Whether a key starts like a pool's. */
    static boolean isInFamily(String key) {
        return key.startsWith(PREFIX);
    }

    /** Whether a key is a pool's. */
    static boolean isKey(String key) {
        return isInFamily(key) && key.length() > PREFIX.length() && key.indexOf('.', PREFIX.length()) < 0;
    }

    /** The pool's name in a key of the family. */
    static String nameIn(String key) {
        return key.substring(PREFIX.length());
    }
}
