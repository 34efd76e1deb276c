package dev.multipool.perf.search;

import dev.multipool.laboratory.result.Variant;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.own.OwnServer;
import dev.multipool.perf.service.ServiceCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Servers that differ in more than pool sizes. The model does not know them, so they are only measured. */
final class AlternativeServers {
    private static final String ASYNC = "async";
    private static final String VIRTUAL = "virtual";

    private static final String REDIS_CONNECTIONS = "redis.connections";

    private AlternativeServers() {}

    static List<Variant> of(ServiceCall call, ExperimentOptions options, Map<String, Integer> sizes, int users) {
        Variant proposed = call.server(options.servers(), sizes);
        String business = "pools." + OwnServer.BUSINESS;
        String execution = execution(call);
        List<Variant> others = new ArrayList<>();
        others.add(with(proposed, "as many threads as users, no queue", Map.of(business, "fixed:threads=" + users)));
        if (!options.servers().settings().containsKey(REDIS_CONNECTIONS)) {
            others.add(with(proposed, "2 Redis connections", Map.of(REDIS_CONNECTIONS, "2")));
        }
        if (!options.servers().settings().containsKey(execution)) {
            others.add(with(proposed, ASYNC, Map.of(execution, ASYNC)));
            if (options.servers().jdk().hasVirtualThreads()) {
                others.add(with(
                        proposed, "virtual threads", Map.of(execution, VIRTUAL, business, "virtual:threads=" + users)));
            }
        }
        return others;
    }

    private static String execution(ServiceCall call) {
        return "methods." + call.method() + ".execution";
    }

    /** Whether calls hold no thread of the pools. */
    static boolean isAsync(ServiceCall call, Variant variant) {
        return ASYNC.equals(variant.server().get(execution(call)));
    }

    /** Whether the model knows such servers: calls that hold threads of bounded pools. */
    static boolean isModelled(ServiceCall call, Variant variant) {
        return !isAsync(call, variant) && !VIRTUAL.equals(variant.server().get(execution(call)));
    }

    private static Variant with(Variant proposed, String name, Map<String, String> settings) {
        return proposed.with(settings).named(proposed.name() + ", " + name);
    }
}
