package dev.multipool.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Why a run's figures cannot be trusted. Each reason begins with what is wrong and names the figures. */
final class Validity {
    /** Share by which first and last third of the window may differ in throughput. */
    static final double MAX_DRIFT = 0.15;

    /** Share of what it may use that the generator may use, before its own limit is what is measured. */
    static final double MAX_GENERATOR_UTILIZATION = 0.9;

    /** Cores that the hypervisor, or processes that are no part of the run, may take away. */
    static final double MAX_LOST_CORES = 0.1;

    private Validity() {}

    static List<String> reasonsAgainst(
            MeasuredWindow window, LoadCounts counts, ThroughputSeries series, CpuUsage cpu, int cores) {
        List<String> reasons = new ArrayList<>();
        if (window.wasCutShort()) {
            reasons.add(format(
                    "stopped early: %.1f s of %.1f s were measured",
                    window.lengthNanos() / 1e9, window.plannedNanos() / 1e9));
        } else if (series.drifts(MAX_DRIFT)) {
            reasons.add(format(
                    "not steady: %.0f calls/s in the first third of the window, %.0f in the last"
                            + " (expected: at most %.0f %% apart)",
                    series.firstThirdPerSecond(), series.lastThirdPerSecond(), 100 * MAX_DRIFT));
        }
        if (counts.calls() == 0) {
            reasons.add("no call was answered without an error");
        }
        if (counts.ended() != counts.sent()) {
            reasons.add("calls were lost: " + counts.sent() + " sent, " + counts.ended() + " ended");
        }
        addBottleneck(reasons, cpu, cores);
        addLoss(reasons, cpu.stealCores(), "were stolen by the hypervisor");
        addLoss(reasons, cpu.foreignCores(), "were used by processes that are no part of the run");
        return reasons;
    }

    private static void addLoss(List<String> reasons, @Nullable Double cores, String how) {
        if (cores != null && cores > MAX_LOST_CORES) {
            reasons.add(format(
                    "the machine was shared: %.2f cores %s (expected: at most %.1f)", cores, how, MAX_LOST_CORES));
        }
    }

    private static void addBottleneck(List<String> reasons, CpuUsage cpu, int cores) {
        Double generator = cpu.generatorCores();
        if (generator != null && generator > MAX_GENERATOR_UTILIZATION * cores) {
            reasons.add(format(
                    "the generator was the bottleneck: it used %.2f of the %d cores it may use (expected: at most"
                            + " %.0f %%)",
                    generator, cores, 100 * MAX_GENERATOR_UTILIZATION));
        }
        cpu.loopCores().forEach((name, used) -> {
            if (used > MAX_GENERATOR_UTILIZATION) {
                reasons.add(format(
                        "the generator was the bottleneck: its event loop %s used %.2f of one core (expected: at most"
                                + " %.0f %%)",
                        name, used, 100 * MAX_GENERATOR_UTILIZATION));
            }
        });
    }

    private static String format(String pattern, Object... arguments) {
        return String.format(Locale.ROOT, pattern, arguments);
    }
}
