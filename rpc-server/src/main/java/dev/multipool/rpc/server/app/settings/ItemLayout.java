package dev.multipool.rpc.server.app.settings;

/** Over which pools queryItems spreads its work. */
public enum ItemLayout {
    /** A common task per item, whose steps run on select. */
    COMMON_SELECT,
    /** Each step on the pool of its type: conversions and merges on cpu, queries on io. */
    IO_CPU
}
