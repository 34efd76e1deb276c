package dev.multipool.laboratory.process;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which cores each process of a run gets, as recorded in the result.
 *
 * @param machineCores logical cores that the laboratory may use
 * @param serverCpus the server's CPU numbers, such as {@code 0-3}; null when it isn't pinned
 * @param generatorCpus the load generator's; null when it isn't pinned
 * @param redisCpus those of Redis; null when it isn't pinned by the laboratory
 * @param serverCores how many cores the server could use
 * @param shared whether the server had to share its cores with the generator or Redis
 * @param sentence the plan in words
 */
public record CorePlan(
        int machineCores,
        @Nullable String serverCpus,
        @Nullable String generatorCpus,
        @Nullable String redisCpus,
        int serverCores,
        boolean shared,
        String sentence) {

    /** With this many cores or more the server gets {@value #DEFAULT_SERVER_CORES}. */
    private static final int CORES_FOR_DEFAULT = 6;

    private static final int DEFAULT_SERVER_CORES = 4;

    /**
     * The plan for a machine: the server gets cores of its own where there are at least two, the generator and Redis
     * the others; Redis has the last one for itself where the others are at least two.
     *
     * @param cpus CPU numbers that the laboratory may use
     * @param canPin whether {@code taskset} is there
     * @param serverCores cores for the server; 0 for the default
     * @throws IllegalArgumentException when so many server cores leave none for the others
     */
    public static CorePlan of(List<Integer> cpus, boolean canPin, int serverCores) {
        int all = cpus.size();
        if (serverCores < 0 || serverCores >= all || (serverCores > 0 && !canPin)) {
            throw new IllegalArgumentException("serverCores: " + serverCores + " (expected: 0 to " + (all - 1)
                    + ", so that other processes have a core too, and taskset on the path)");
        }
        if (all == 1 || !canPin) {
            return new CorePlan(all, null, null, null, all, true, shared("server, generator and Redis", all));
        }
        int server = serverCores > 0 ? serverCores : defaultServerCores(all);
        List<Integer> others = cpus.subList(server, all);
        List<Integer> redis = others.subList(others.size() - 1, others.size());
        List<Integer> generator = others.size() == 1 ? others : others.subList(0, others.size() - 1);
        String sentence = "server on " + describe(cpus.subList(0, server))
                + (others.size() == 1
                        ? ", generator and Redis together on " + describe(others)
                        : ", generator on " + describe(generator) + ", Redis on " + describe(redis));
        return new CorePlan(all, list(cpus.subList(0, server)), list(generator), list(redis), server, false, sentence);
    }

    private static String shared(String who, int all) {
        return "cores were shared: "
                + (all == 1 ? "this machine has 1 core" : "there is no taskset to pin processes with") + ", so " + who
                + " competed for " + (all == 1 ? "it" : "the same " + all);
    }

    private static int defaultServerCores(int all) {
        if (all >= CORES_FOR_DEFAULT) {
            return DEFAULT_SERVER_CORES;
        }
        return all == 2 ? 1 : all - 2;
    }

    /** The same plan for a Redis that the laboratory does not pin. */
    public CorePlan withRedisNotPinned(String why) {
        return new CorePlan(
                machineCores,
                serverCpus,
                generatorCpus,
                null,
                serverCores,
                shared,
                sentence + "; but Redis was not pinned: " + why);
    }

    /** The same plan where there is no Redis. */
    public CorePlan withoutRedis() {
        return new CorePlan(
                machineCores,
                serverCpus,
                generatorCpus,
                null,
                serverCores,
                shared,
                serverCpus == null || generatorCpus == null
                        ? shared("server and generator", machineCores)
                        : "server on " + describe(numbers(serverCpus)) + ", generator on "
                                + describe(numbers(generatorCpus)));
    }

    /** For people: {@code 1 core}, {@code 4 cores}, with a remark when they were shared. */
    public String describeServerCores() {
        return serverCores + (serverCores == 1 ? " core" : " cores") + (shared ? " (shared by all processes)" : "");
    }

    /** All of them as one list; null when processes are not pinned. */
    public @Nullable String pinnedCpus() {
        return serverCpus == null || generatorCpus == null
                ? null
                : Stream.of(serverCpus, generatorCpus, redisCpus)
                        .filter(Objects::nonNull)
                        .distinct()
                        .collect(Collectors.joining(","));
    }

    /** Reads CPU numbers as a plan writes them: {@code 0-3,8}. */
    public static List<Integer> numbers(String cpus) {
        return Machine.parseCpus(cpus);
    }

    private static String describe(List<Integer> cpus) {
        return (cpus.size() == 1 ? "core " : "cores ") + list(cpus);
    }

    /** Writes neighbours as a range, as taskset reads it. */
    private static String list(List<Integer> cpus) {
        int first = cpus.get(0);
        int last = cpus.get(cpus.size() - 1);
        if (cpus.size() > 1 && last - first == cpus.size() - 1) {
            return first + "-" + last;
        }
        return cpus.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
