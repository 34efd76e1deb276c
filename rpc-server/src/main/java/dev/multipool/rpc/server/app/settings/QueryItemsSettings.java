package dev.multipool.rpc.server.app.settings;

import java.time.Duration;

/**
 * How queryItems does its work.
 *
 * @param layout over which pools
 * @param queries queries per item, each of which reads one part
 * @param maxItems most ids in one request
 * @param convertCpu CPU time that each parameter conversion uses up; zero for none
 * @param mergeCpu CPU time that each merge of an item uses up; zero for none
 */
public record QueryItemsSettings(
        ItemLayout layout, int queries, int maxItems, Duration convertCpu, Duration mergeCpu, PoolNames pools) {
    /** The pools that the layouts use, by role. */
    public record PoolNames(String common, String select, String io, String cpu) {}

    public String commonPool() {
        return pools.common();
    }

    public String selectPool() {
        return pools.select();
    }

    public String ioPool() {
        return pools.io();
    }

    public String cpuPool() {
        return pools.cpu();
    }

    QueryItemsSettings withoutCpu() {
        return new QueryItemsSettings(layout, queries, maxItems, Duration.ZERO, Duration.ZERO, pools);
    }

    /** Whether any CPU work is wanted, which takes a calibration. */
    public boolean usesCpu() {
        return !convertCpu.isZero() || !mergeCpu.isZero();
    }
}
