package dev.multipool.perf.service;

import dev.multipool.bench.app.options.DurationConverter;
import dev.multipool.capacity.calibration.TaskShape;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.perf.own.OwnServer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A method of the service, in one layout of its pools, that can be sized: how its calls go from pool to pool, and how to ask for them. */
public enum ServiceCall {
    /** One task on the pool business, which waits for Redis. */
    FIND_USER_INFO("find-user-info", "find-user-info") {
        @Override
        public TaskShape shape(Map<String, String> settings) {
            return TaskShape.single(OwnServer.BUSINESS);
        }

        @Override
        public Load of(Load load) {
            return load;
        }

        @Override
        public Variant server(ServerTemplate template, Map<String, Integer> threads) {
            return template.variant(label(threads), pool(threads, OwnServer.BUSINESS));
        }
    },

    /** Items on common, their conversions and queries on select. */
    QUERY_ITEMS("query-items", "query-items") {
        @Override
        Map<String, String> defaultSettings() {
            return QueryItemsCalls.DOWNSTREAM;
        }

        @Override
        public TaskShape shape(Map<String, String> settings) {
            TaskShape conversions = new TaskShape(SELECT, CONVERSIONS, convertMillis(settings), false, List.of());
            TaskShape queries = new TaskShape(SELECT, queries(settings), 0, true, List.of());
            TaskShape item = new TaskShape(
                    COMMON,
                    QueryItemsCalls.ITEMS_PER_CALL,
                    mergeMillis(settings),
                    false,
                    List.of(conversions, queries));
            return new TaskShape(OwnServer.BUSINESS, 1, 0, false, List.of(item));
        }

        @Override
        public Load of(Load load) {
            return QueryItemsCalls.of(load);
        }

        @Override
        public Variant server(ServerTemplate template, Map<String, Integer> threads) {
            return sized(
                    threads,
                    QueryItemsCalls.commonSelect(
                            template, size(threads, COMMON), size(threads, SELECT), addMissing(template.settings())));
        }
    },

    /** The same steps by type: all conversions on cpu, then all queries on io, then all merges on cpu. */
    QUERY_ITEMS_IO_CPU("query-items-io-cpu", "query-items") {
        @Override
        Map<String, String> defaultSettings() {
            return QueryItemsCalls.DOWNSTREAM;
        }

        @Override
        public TaskShape shape(Map<String, String> settings) {
            int items = QueryItemsCalls.ITEMS_PER_CALL;
            return new TaskShape(
                    OwnServer.BUSINESS,
                    1,
                    0,
                    false,
                    List.of(
                            new TaskShape(CPU, items * CONVERSIONS, convertMillis(settings), false, List.of()),
                            new TaskShape(IO, items * queries(settings), 0, true, List.of()),
                            new TaskShape(CPU, items, mergeMillis(settings), false, List.of())));
        }

        @Override
        public Load of(Load load) {
            return QueryItemsCalls.of(load);
        }

        @Override
        public Variant server(ServerTemplate template, Map<String, Integer> threads) {
            return sized(
                    threads,
                    QueryItemsCalls.ioCpu(
                            template, size(threads, IO), size(threads, CPU), addMissing(template.settings())));
        }
    };

    static final String COMMON = "common";
    static final String SELECT = "select";
    static final String IO = "io";
    static final String CPU = "cpu";
    private static final int CONVERSIONS = 4;
    private static final String QUEUE = ",queue=10000";

    private final String word;
    private final String method;

    ServiceCall(String word, String method) {
        this.word = word;
        this.method = method;
    }

    /**
     * The one of that name on the command line.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static ServiceCall named(String word) {
        return Arrays.stream(values())
                .filter(call -> call.word.equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("call: " + word + " (expected: "
                        + Arrays.stream(values()).map(ServiceCall::word).collect(Collectors.joining(" or ")) + ")"));
    }

    /** Its name on the command line and in results. */
    public String word() {
        return word;
    }

    /** Its name in the server's settings. */
    public String method() {
        return method;
    }

    /** The pools that a call uses, from the outermost to the innermost. */
    public final List<String> pools() {
        return shape(Map.of()).pools();
    }

    /** Settings that it has unless they are set otherwise. */
    Map<String, String> defaultSettings() {
        return Map.of();
    }

    /** How a call goes from pool to pool on a server with these settings. */
    public abstract TaskShape shape(Map<String, String> settings);

    /** The same load, of this method alone. */
    public abstract Load of(Load load);

    /** A server with fixed pools of these sizes, and queues that hold every call. */
    public abstract Variant server(ServerTemplate template, Map<String, Integer> threads);

    /** The settings of that server that make its calls what they are. */
    public Map<String, String> work(ServerTemplate template) {
        Map<String, String> work = new TreeMap<>(addMissing(template.settings()));
        work.putAll(template.settings());
        return work;
    }

    /** Sizes for people: {@code business 32, common 5, select 12}. */
    public String label(Map<String, Integer> threads) {
        return pools().stream().map(pool -> pool + " " + size(threads, pool)).collect(Collectors.joining(", "));
    }

    /** Those of the usual settings that are not set otherwise. */
    Map<String, String> addMissing(Map<String, String> settings) {
        return defaultSettings().entrySet().stream()
                .filter(setting -> !settings.containsKey(setting.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    public static String pool(Map<String, Integer> threads, String pool) {
        return "fixed:threads=" + size(threads, pool) + QUEUE;
    }

    static int size(Map<String, Integer> threads, String pool) {
        Integer size = threads.get(pool);
        if (size == null) {
            throw new IllegalArgumentException("threads: " + threads + " (expected: of " + pool + " too)");
        }
        return size;
    }

    /** The variant under its sizes' name, with a pool for the requests themselves too. */
    Variant sized(Map<String, Integer> threads, Variant variant) {
        return variant.named(label(threads))
                .with(Map.of("pools." + OwnServer.BUSINESS, pool(threads, OwnServer.BUSINESS)));
    }

    private static int queries(Map<String, String> settings) {
        return Integer.parseInt(settings.getOrDefault("methods.query-items.queries", "4"));
    }

    private static double convertMillis(Map<String, String> settings) {
        return millis(settings, "methods.query-items.convert-cpu");
    }

    private static double mergeMillis(Map<String, String> settings) {
        return millis(settings, "methods.query-items.merge-cpu");
    }

    private static double millis(Map<String, String> settings, String key) {
        String text = settings.getOrDefault(key, "0");
        Duration time = text.equals("0") ? Duration.ZERO : new DurationConverter().convert(text);
        return time.toNanos() / 1e6;
    }
}
