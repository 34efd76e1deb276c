package dev.multipool.laboratory.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.multipool.pools.PoolConfig;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The server that a run was made with: what its settings were and where it ran.
 *
 * @param name what people call it, such as {@code cached 200}
 * @param server its settings by key: those of our server as given with {@code --set}; those of a described service by the
 *     names of its knobs
 * @param mainPool the pool whose size is asked for, by its name; null for a service that has none
 * @param javaHome the JDK that it ran on; null for the laboratory's own
 * @param cpus CPU numbers that it was pinned to instead of those that the laboratory would give it; null for these
 * @param cpuQuota CPU time that it could use / time, by a control group of its own; null for no quota
 * @param profiled whether a profiler sampled it in the measured window, which costs it something
 */
public record Variant(
        String name,
        Map<String, String> server,
        @Nullable String mainPool,
        @Nullable String javaHome,
        @Nullable String cpus,
        @Nullable Double cpuQuota,
        boolean profiled) {
    /** Of the default period of 100 ms the kernel takes no less than 1 ms. */
    private static final double SMALLEST_QUOTA = 0.01;

    private static final String POOLS = "pools.";

    public Variant {
        server = Collections.unmodifiableMap(new TreeMap<>(server));
        if (server.isEmpty()) {
            throw new IllegalArgumentException("server: no settings (expected: at least one)");
        }
        if (cpuQuota != null && !(cpuQuota >= SMALLEST_QUOTA)) {
            throw new IllegalArgumentException("cpuQuota: " + cpuQuota + " (expected: >= " + SMALLEST_QUOTA + ")");
        }
    }

    /** A pool on the laboratory's JDK and cores. */
    public static Variant of(String name, PoolSettings main) {
        return new Variant(name, Map.of(POOLS + main.name(), main.spec()), main.name(), null, null, null, false);
    }

    /** The same with further settings, which replace those that it has. */
    public Variant with(Map<String, String> settings) {
        Map<String, String> all = new TreeMap<>(server);
        all.putAll(settings);
        return new Variant(name, all, mainPool, javaHome, cpus, cpuQuota, profiled);
    }

    /** The same under another name. */
    public Variant named(String otherName) {
        return new Variant(otherName, server, mainPool, javaHome, cpus, cpuQuota, profiled);
    }

    /** The same on another JDK; null for the laboratory's own. */
    public Variant onJdk(@Nullable String otherHome) {
        return new Variant(name, server, mainPool, otherHome, cpus, cpuQuota, profiled);
    }

    /** The same on other CPUs, with a quota of CPU time; null for no quota. */
    public Variant onCpus(String otherCpus, @Nullable Double otherQuota) {
        return new Variant(name, server, mainPool, javaHome, otherCpus, otherQuota, profiled);
    }

    /** The same with a profiler in it. */
    public Variant withProfiler() {
        return new Variant(name, server, mainPool, javaHome, cpus, cpuQuota, true);
    }

    /** The largest number of threads of each pool that is set. It is in the JSON, too. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public Map<String, Integer> threads() {
        Map<String, Integer> threads = new TreeMap<>();
        server.forEach((key, spec) -> {
            if (key.startsWith(POOLS)) {
                String pool = key.substring(POOLS.length());
                threads.put(pool, PoolConfig.parse(pool, spec).maxThreads());
            }
        });
        return threads;
    }

    /** The pool whose size is asked for; null for a service that has none. */
    public @Nullable PoolSettings pool() {
        String spec = mainPool == null ? null : server.get(POOLS + mainPool);
        return mainPool == null || spec == null ? null : PoolSettings.parse(mainPool, spec);
    }
}
