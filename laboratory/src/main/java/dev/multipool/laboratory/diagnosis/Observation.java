package dev.multipool.laboratory.diagnosis;

import dev.multipool.bench.result.InvalidReason;
import dev.multipool.laboratory.process.PoolLedger;
import dev.multipool.laboratory.process.ScheduledThreads;
import dev.multipool.laboratory.sampling.SampledPool;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a run when it is judged.
 *
 * @param pools the pools' counters
 * @param sampled what a profiler saw of their threads; empty without one
 * @param threads what the scheduler did with them; empty where the system does not tell
 * @param cpu who used how many cores
 * @param load what was asked for
 * @param generatorComplaints what the generator says that it did not do as it was told; empty for nothing
 */
public record Observation(
        List<PoolLedger> pools,
        List<SampledPool> sampled,
        List<ScheduledThreads> threads,
        CpuUse cpu,
        LoadSeen load,
        List<InvalidReason> generatorComplaints) {
    public Observation {
        pools = List.copyOf(pools);
        sampled = List.copyOf(sampled);
        threads = List.copyOf(threads);
        generatorComplaints = List.copyOf(generatorComplaints);
    }

    /**
     * Cores that were used, and that could be. What is not known is null.
     *
     * @param server used by the server
     * @param serverCores that it could use
     * @param generator used by the generator
     * @param generatorCores that it could use
     * @param redis used by Redis
     * @param redisApart whether Redis had cores of its own, and not the generator's
     * @param throttledShare quota periods in which the server was stopped, 0 to 1
     */
    public record CpuUse(
            @Nullable Double server,
            double serverCores,
            @Nullable Double generator,
            int generatorCores,
            @Nullable Double redis,
            boolean redisApart,
            @Nullable Double throttledShare) {}

    /**
     * What was asked for, and what came of it.
     *
     * @param users of a closed loop; null in an open loop
     * @param throughputPerSecond calls answered without an error
     */
    public record LoadSeen(@Nullable Integer users, double throughputPerSecond) {}

    Optional<SampledPool> sampled(String pool) {
        return sampled.stream().filter(each -> each.pool().equals(pool)).findFirst();
    }

    Optional<ScheduledThreads> threads(String pool) {
        return threads.stream().filter(each -> each.group().equals(pool)).findFirst();
    }
}
