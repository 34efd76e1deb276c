package dev.multipool.bench.sweep;

import dev.multipool.bench.result.LoadResult;
import dev.multipool.bench.search.ObjectiveCheck;
import dev.multipool.capacity.Objective;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One run of a sweep.
 *
 * @param pool the server's pool
 * @param result what was measured
 */
public record SweepRun(String pool, LoadResult result) {
    /** Whether the run can be trusted. */
    public boolean counts() {
        return result.invalidReasons().isEmpty();
    }

    String line(Objective objective) {
        List<String> remarks = new ArrayList<>();
        result.invalidReasons().forEach(reason -> remarks.add(reason.text()));
        remarks.addAll(ObjectiveCheck.missedBy(objective, result));
        return String.format(
                Locale.ROOT,
                "%-28s %9.0f TPS  TP50 %6.2f ms  TP99 %6.2f ms  server %s cores  %s",
                pool,
                result.counts().throughputPerSecond(),
                result.times().responseTime().p50Millis(),
                result.times().responseTime().p99Millis(),
                result.use().serverCpuCores() == null
                        ? "?"
                        : String.format(Locale.ROOT, "%.2f", result.use().serverCpuCores()),
                String.join("; ", remarks));
    }
}
