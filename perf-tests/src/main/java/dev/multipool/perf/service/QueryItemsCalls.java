package dev.multipool.perf.service;

import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.Load.Items;
import dev.multipool.laboratory.result.Variant;
import java.util.Map;

/** What the experiments on queryItems have in common: the calls, and the server around the pools. */
public final class QueryItemsCalls {
    static final int ITEMS_PER_CALL = 5;

    /**
     * What each query waits for. A call waits for the slowest of 20 queries: were they exponential with this mean, TP99 of
     * that alone would be 7.6 ms, and no load would keep 10 ms. As it is it is 4.2 ms.
     */
    public static final Map<String, String> DOWNSTREAM = Map.of("mock.delay", "lognormal:1ms,cv=0.5");

    private static final Items ITEMS = new Items(ITEMS_PER_CALL, 1000);
    /** As a container has: it holds every user's call, so that the pools behind it are what limits. */
    private static final String CONTAINER = "fixed:threads=200,queue=1000";

    private static final String QUEUE = ",queue=10000";
    /** Response time belongs to the question: no call should end for being late. */
    private static final double PATIENCE_SECONDS = 10;

    private QueryItemsCalls() {}

    /** The same load, of queryItems alone. */
    public static Load of(Load load) {
        return load.calling("query-items", ITEMS).patient(PATIENCE_SECONDS);
    }

    /** Items on the pool common, their steps on the pool select. */
    public static Variant commonSelect(ServerTemplate template, int common, int select, Map<String, String> work) {
        return server(
                template,
                "common-select (" + common + "," + select + ")",
                Map.of(
                        "methods.query-items.layout",
                        "common-select",
                        "pools.common",
                        "fixed:threads=" + common + QUEUE,
                        "pools.select",
                        "fixed:threads=" + select + QUEUE),
                work);
    }

    /** Steps by type: queries on the pool io, conversions and merges on the pool cpu. */
    public static Variant ioCpu(ServerTemplate template, int io, int cpu, Map<String, String> work) {
        return server(
                template,
                "io-cpu (" + io + "," + cpu + ")",
                Map.of(
                        "methods.query-items.layout",
                        "io-cpu",
                        "pools.io",
                        "fixed:threads=" + io + QUEUE,
                        "pools.cpu",
                        "fixed:threads=" + cpu + QUEUE),
                work);
    }

    private static Variant server(
            ServerTemplate template, String name, Map<String, String> pools, Map<String, String> work) {
        return template.variant(name, CONTAINER)
                .with(Map.of("redis.seed-items", String.valueOf(ITEMS.seeded())))
                .with(work)
                .with(template.settings())
                .with(pools);
    }
}
