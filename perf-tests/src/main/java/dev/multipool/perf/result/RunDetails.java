package dev.multipool.perf.result;

import dev.multipool.bench.result.LoadResult.CurvePoint;
import dev.multipool.perf.machine.SpinTime;
import dev.multipool.perf.process.ScheduledThreads;
import dev.multipool.perf.sampling.RunProfile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of one run beside its figures.
 *
 * @param earlierRuns windows that the same server and generator were measured in before, with other pool sizes or loads: the
 *     load's warm-up was before the first of them; 0 when both were fresh
 * @param responseCurve the distribution of response times, in HdrHistogram's steps
 * @param threads what the scheduler did with the server's threads, by pool; empty where the system does not tell
 * @param redisCpuCores CPU time of Redis / window; null where its process is not known
 * @param compilerCores that the server's JIT compilers used; null where that is not known
 * @param profile what a profiler saw; null when there was none
 * @param serverSpeed how fast the server's cores were; null where it is not known
 * @param diagnosis what limited the run and which pool has more threads than it needs, the limit first
 * @param coreSpeeds how fast each core was in the window; empty where nobody can tell
 */
public record RunDetails(
        int earlierRuns,
        List<CurvePoint> responseCurve,
        List<ScheduledThreads> threads,
        @Nullable Double redisCpuCores,
        @Nullable Double compilerCores,
        @Nullable RunProfile profile,
        @Nullable ServerSpeed serverSpeed,
        List<Verdict> diagnosis,
        List<SpinTime> coreSpeeds) {
    public RunDetails {
        responseCurve = List.copyOf(responseCurve);
        threads = List.copyOf(threads);
        diagnosis = List.copyOf(diagnosis);
        coreSpeeds = coreSpeeds == null ? List.of() : List.copyOf(coreSpeeds);
    }
}
