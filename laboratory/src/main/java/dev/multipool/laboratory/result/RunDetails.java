package dev.multipool.laboratory.result;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.multipool.laboratory.machine.SpinTime;
import dev.multipool.laboratory.process.ScheduledThreads;
import dev.multipool.laboratory.sampling.RunProfile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of one run beside its figures.
 *
 * @param earlierRuns windows that the same server and generator were measured in before, with other pool sizes or loads: the
 *     load's warm-up was before the first of them; 0 when both were fresh
 * @param threads what the scheduler did with the server's threads, by pool; empty where the system does not tell
 * @param cores how the cores were used, and how fast they were
 * @param profile what a profiler saw; null when there was none
 * @param diagnosis what limited the run and which pool has more threads than it needs, the limit first
 */
public record RunDetails(
        int earlierRuns,
        List<ScheduledThreads> threads,
        @JsonUnwrapped Cores cores,
        @Nullable RunProfile profile,
        List<Verdict> diagnosis) {
    /**
     * How the cores were used, and how fast they were.
     *
     * @param redisCpuCores CPU time of Redis / window; null where its process is not known
     * @param compilerCores that the server's JIT compilers used; null where that is not known
     * @param serverSpeed how fast the server's cores were; null where it is not known
     * @param coreSpeeds how fast each core was in the window; empty where nobody can tell
     */
    public record Cores(
            @Nullable Double redisCpuCores,
            @Nullable Double compilerCores,
            @Nullable ServerSpeed serverSpeed,
            List<SpinTime> coreSpeeds) {
        public Cores {
            coreSpeeds = coreSpeeds == null ? List.of() : List.copyOf(coreSpeeds);
        }
    }

    public RunDetails {
        threads = List.copyOf(threads);
        diagnosis = List.copyOf(diagnosis);
    }
}
