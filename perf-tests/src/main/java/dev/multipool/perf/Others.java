package dev.multipool.perf;

import dev.multipool.perf.result.PoolSettings;
import dev.multipool.perf.result.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Servers that differ in more than pool sizes: the model has no opinion on them, they are only measured. */
final class Others {
    /** Ends the name of a server whose calls hold no thread of the pools. */
    static final String ASYNC = "async";

    private static final String REDIS_CONNECTIONS = "redis.connections";

    private Others() {}

    static List<Variant> of(ServiceCall call, ExperimentOptions options, Map<String, Integer> sizes, int users) {
        Variant proposed = call.server(options, sizes);
        String business = "pools." + PoolSettings.BUSINESS;
        String execution = "methods." + call.method() + ".execution";
        List<Variant> others = new ArrayList<>();
        others.add(with(proposed, "as many threads as users, no queue", Map.of(business, "fixed:threads=" + users)));
        if (!options.serverSettings().containsKey(REDIS_CONNECTIONS)) {
            others.add(with(proposed, "2 Redis connections", Map.of(REDIS_CONNECTIONS, "2")));
        }
        if (!options.serverSettings().containsKey(execution)) {
            others.add(with(proposed, ASYNC, Map.of(execution, "async")));
            if (ExecutionModelsExperiment.hasVirtualThreads(options.javaHome())) {
                others.add(with(
                        proposed,
                        "virtual threads",
                        Map.of(execution, "virtual", business, "virtual:threads=" + users)));
            }
        }
        return others;
    }

    private static Variant with(Variant proposed, String name, Map<String, String> settings) {
        return proposed.with(settings).named(proposed.name() + ", " + name);
    }
}
