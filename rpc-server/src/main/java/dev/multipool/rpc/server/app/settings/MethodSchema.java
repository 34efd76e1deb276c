package dev.multipool.rpc.server.app.settings;

import dev.multipool.rpc.server.app.mock.DelayDistribution;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The settings of the methods and of what only they use. */
final class MethodSchema {
    static final Method FIND_USER_INFO = new Method("find-user-info", "findUserInfo");
    static final Method QUERY_ITEMS = new Method("query-items", "queryItems");
    static final Method MOCK_DELAY = new Method("mock-delay", "the mock dependency's delay");

    static final Setting<Duration> USER_CPU = Setting.of(
                    "methods.find-user-info.cpu",
                    "0",
                    ValueTypes.cpuTime(),
                    "CPU time that each findUserInfo uses up beyond its own; 0 for none")
            .thatDoesNothing("at 0");
    static final Setting<DelayDistribution> USER_WAIT = Setting.of(
                    "methods.find-user-info.wait",
                    "none",
                    ValueTypes.delay(),
                    "How long each findUserInfo waits for a mock downstream before it reads; the time is the mean")
            .thatDoesNothing("at none");
    static final Setting<ItemLayout> LAYOUT = Setting.of(
                    "methods.query-items.layout",
                    "common-select",
                    ValueTypes.oneOf(ItemLayout.class),
                    "Whether each item is a task of the common pool whose steps run on select, or steps run by type on io and cpu")
            .thatDoesNothing("when methods.query-items.execution is direct");
    static final Setting<Integer> QUERIES = Setting.of(
            "methods.query-items.queries",
            "4",
            ValueTypes.integer(1, 64),
            "Queries per item, each of which reads one part from Redis");
    static final Setting<Integer> MAX_ITEMS = Setting.of(
            "methods.query-items.max-items", "100", ValueTypes.integer(1, 10_000), "Most ids in one request");
    static final Setting<Duration> CONVERT_CPU = Setting.of(
                    "methods.query-items.convert-cpu",
                    "0",
                    ValueTypes.cpuTime(),
                    "CPU time that each of an item's 4 parameter conversions uses up; 0 for none")
            .thatDoesNothing("at 0");
    static final Setting<Duration> MERGE_CPU = Setting.of(
                    "methods.query-items.merge-cpu",
                    "0",
                    ValueTypes.cpuTime(),
                    "CPU time that the merge of an item uses up; 0 for none")
            .thatDoesNothing("at 0");
    static final Setting<String> COMMON_POOL =
            poolRole("common", "runs the items in layout common-select", "in layout io-cpu, and in execution direct");
    static final Setting<String> SELECT_POOL = poolRole(
            "select", "runs the steps of items in layout common-select", "in layout io-cpu, and in execution direct");
    static final Setting<String> IO_POOL = poolRole(
            "io", "runs queries in layout io-cpu", "in layout common-select, and in execution direct and async");
    static final Setting<String> CPU_POOL = poolRole(
            "cpu", "runs conversions and merges in layout io-cpu", "in layout common-select, and in execution direct");
    static final Setting<DelayDistribution> MOCK_DELAY_TIME = Setting.of(
                    "mock.delay",
                    "none",
                    ValueTypes.delay(),
                    "How long the mock dependency takes, alone and before each query of queryItems; the time is the mean")
            .thatDoesNothing("at none");
    static final Setting<Integer> MOCK_SEED = Setting.of(
                    "mock.seed",
                    "42",
                    ValueTypes.integer(0, Integer.MAX_VALUE),
                    "Random seed of the mock dependency's delays")
            .thatDoesNothing("while mock.delay and methods.find-user-info.wait are none or constant");

    static final Setting<Optional<IsolationSettings>> MOCK_ISOLATION = Setting.of(
                    "methods.mock-delay.isolation",
                    "none",
                    ValueTypes.isolation().or("none"),
                    "Whether the mock dependency's delay runs on threads of its own, none queued, while the method's thread waits")
            .thatDoesNothing("at none");

    private MethodSchema() {}

    static List<Setting<?>> all() {
        return Stream.of(
                        FIND_USER_INFO.all(),
                        List.of(USER_CPU, USER_WAIT),
                        QUERY_ITEMS.all(),
                        List.of(
                                LAYOUT,
                                QUERIES,
                                MAX_ITEMS,
                                CONVERT_CPU,
                                MERGE_CPU,
                                COMMON_POOL,
                                SELECT_POOL,
                                IO_POOL,
                                CPU_POOL),
                        MOCK_DELAY.all(),
                        List.of(MOCK_DELAY_TIME, MOCK_SEED, MOCK_ISOLATION))
                .<Setting<?>>flatMap(List::stream)
                .toList();
    }

    /**
     * Reads what the methods do.
     *
     * @throws SettingsException when its parts don't fit together
     */
    static ServerSettings.Service readService(RawSettings raw) {
        ServerSettings.Methods methods =
                new ServerSettings.Methods(FIND_USER_INFO.read(raw), QUERY_ITEMS.read(raw), MOCK_DELAY.read(raw));
        return new ServerSettings.Service(
                methods,
                new FindUserInfoSettings(raw.get(USER_CPU), raw.get(USER_WAIT)),
                readQueryItems(raw),
                readMock(raw, methods.mockDelay()));
    }

    private static QueryItemsSettings readQueryItems(RawSettings raw) {
        return new QueryItemsSettings(
                raw.get(LAYOUT),
                raw.get(QUERIES),
                raw.get(MAX_ITEMS),
                raw.get(CONVERT_CPU),
                raw.get(MERGE_CPU),
                new QueryItemsSettings.PoolNames(
                        raw.get(COMMON_POOL), raw.get(SELECT_POOL), raw.get(IO_POOL), raw.get(CPU_POOL)));
    }

    /**
     * Reads the mock dependency's settings.
     *
     * @throws SettingsException when it is to be isolated from a method that has no thread to wait
     */
    private static ServerSettings.Mock readMock(RawSettings raw, MethodSettings method) {
        Optional<IsolationSettings> isolation = raw.get(MOCK_ISOLATION);
        if (isolation.isPresent() && !method.usesPool()) {
            throw new SettingsException(MOCK_ISOLATION.key() + ": given (expected: none, since "
                    + MOCK_DELAY.execution.key() + " is neither blocking nor virtual)");
        }
        return new ServerSettings.Mock(raw.get(MOCK_DELAY_TIME), raw.get(MOCK_SEED), isolation);
    }

    private static Setting<String> poolRole(String role, String description, String doesNothing) {
        return Setting.of(
                        "methods.query-items." + role + "-pool",
                        role,
                        ValueTypes.text("the name of a pool under pools"),
                        "Pool that " + description)
                .thatDoesNothing(doesNothing);
    }

    /** The settings that every method has. */
    static final class Method {
        final Setting<ExecutionModel> execution;
        final Setting<String> pool;
        final Setting<Integer> maxInFlight;
        final Setting<Boolean> admission;

        private Method(String key, String name) {
            execution = Setting.of(
                    "methods." + key + ".execution",
                    "blocking",
                    ValueTypes.oneOf(ExecutionModel.class),
                    "Whether " + name + " waits on a pool's thread, a virtual one, none, or the event loop's");
            pool = Setting.of(
                            "methods." + key + ".pool",
                            "business",
                            ValueTypes.text("the name of a pool under pools"),
                            "Pool that runs " + name + " when it is blocking or virtual")
                    .thatDoesNothing("in execution async and direct");
            maxInFlight = Setting.of(
                            "methods." + key + ".max-in-flight",
                            "10000",
                            ValueTypes.integer(1, 1_000_000),
                            "Most calls of " + name + " in flight")
                    .thatDoesNothing("when it is larger than the method's pool and queue together, or at or above"
                            + " server.max-calls-in-flight");
            admission = Setting.of(
                            "methods." + key + ".admission",
                            "true",
                            ValueTypes.trueOrFalse(),
                            "Whether adaptive admission, where it is enabled, covers " + name)
                    .thatDoesNothing("while admission.enabled is false");
        }

        List<Setting<?>> all() {
            return List.of(execution, pool, maxInFlight, admission);
        }

        MethodSettings read(RawSettings raw) {
            return new MethodSettings(raw.get(execution), raw.get(pool), raw.get(maxInFlight), raw.get(admission));
        }
    }
}
