package dev.multipool.bench.measure;

import dev.multipool.bench.machine.CpuUsage;
import dev.multipool.bench.machine.GcPauses;
import dev.multipool.bench.result.Fault;
import dev.multipool.bench.result.InvalidReason;
import dev.multipool.bench.result.LoadResult.Resources;
import dev.multipool.bench.result.LoadResult.Sending;
import dev.multipool.bench.result.Percentiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Why a run's figures cannot be trusted. Each reason begins with what is wrong and names the figures. */
final class Validity {
    /** Share by which first and last third of the clean slices may differ in throughput. */
    static final double MAX_DRIFT = 0.15;

    /** Share of what it may use that the generator may use, before its own limit is what is measured. */
    static final double MAX_GENERATOR_UTILIZATION = 0.9;

    /** Share of the planned window that must be clean. */
    static final double MIN_CLEAN = 0.5;

    /** Share of the calls due in the window that must have been sent. */
    static final double MIN_SEND_RATE = 0.99;

    /** A send delay that is never too large, whatever the response times. */
    static final double SMALL_SEND_DELAY_MILLIS = 1;

    /** Share of TP99 that the 99th percentile of the send delay may reach: it is a part of the response time. */
    static final double MAX_SEND_DELAY = 0.1;

    /** Share of the window that the generator's collector may stop it for: more would reach the 99th percentile. */
    static final double MAX_GC = 0.01;

    private Validity() {}

    /** Why the generator's own pauses are too many. */
    static List<InvalidReason> reasonsAgainst(GcPauses generatorGc, double seconds) {
        double share = seconds > 0 ? generatorGc.totalMillis() / 1e3 / seconds : 0;
        return share > MAX_GC
                ? List.of(reason(
                        Fault.GENERATOR_PAUSED,
                        "the generator paused: its collector stopped it for %.0f ms, %.1f %% of the window"
                                + " (expected: at most %.0f %%)",
                        generatorGc.totalMillis(),
                        100 * share,
                        100 * MAX_GC))
                : List.of();
    }

    /** Why an open loop's schedule was not kept well enough. */
    static List<InvalidReason> reasonsAgainst(Sending sending, Percentiles responseTime) {
        List<InvalidReason> reasons = new ArrayList<>();
        if (sending.sendRateShare() < MIN_SEND_RATE) {
            reasons.add(reason(
                    Fault.SCHEDULE_NOT_KEPT,
                    "the schedule was not kept: %d of %d calls due were sent, %.1f %% (expected: at least %.0f %%);"
                            + " %d were not, as too many were in flight",
                    sending.sent(),
                    sending.intended(),
                    100 * sending.sendRateShare(),
                    100 * MIN_SEND_RATE,
                    sending.notSent()));
        }
        double delayMillis = sending.sendDelay().p99Millis();
        double allowedMillis = Math.max(SMALL_SEND_DELAY_MILLIS, MAX_SEND_DELAY * responseTime.p99Millis());
        if (delayMillis > allowedMillis) {
            reasons.add(reason(
                    Fault.GENERATOR_LATE,
                    "the generator was late: p99 of its send delay is %.2f ms (expected: at most %.2f ms, the larger of"
                            + " %.0f ms and %.0f %% of TP99)",
                    delayMillis,
                    allowedMillis,
                    SMALL_SEND_DELAY_MILLIS,
                    100 * MAX_SEND_DELAY));
        }
        return reasons;
    }

    /** Why a constant load was not steady enough, by the calls that its clean slices answered. */
    static List<InvalidReason> reasonsAgainst(ThroughputSeries.Thirds thirds) {
        return thirds.differBy(MAX_DRIFT)
                ? List.of(reason(
                        Fault.NOT_STEADY,
                        "not steady: %.0f calls/s in the first third of the clean time, %.0f in the last"
                                + " (expected: at most %.0f %% apart)",
                        thirds.firstPerSecond(),
                        thirds.lastPerSecond(),
                        100 * MAX_DRIFT))
                : List.of();
    }

    /** Why too little of the window is left to judge from. */
    static List<InvalidReason> reasonsAgainst(long cleanNanos, long plannedNanos) {
        return cleanNanos < MIN_CLEAN * plannedNanos
                ? List.of(reason(
                        Fault.TOO_FEW_CLEAN_SLICES,
                        "the machine stalled: %.1f s of the window were clean (expected: at least %.0f %% of %.1f s)",
                        cleanNanos / 1e9,
                        100 * MIN_CLEAN,
                        plannedNanos / 1e9))
                : List.of();
    }

    /** Why the whole window's calls say nothing. */
    static List<InvalidReason> reasonsAgainst(MeasuredWindow window, LoadCounts counts) {
        List<InvalidReason> reasons = new ArrayList<>();
        if (window.wasCutShort()) {
            reasons.add(reason(
                    Fault.STOPPED_EARLY,
                    "stopped early: %.1f s of %.1f s were measured",
                    window.lengthNanos() / 1e9,
                    window.plannedNanos() / 1e9));
        }
        if (counts.calls() == 0) {
            reasons.add(reason(Fault.NO_ANSWERS, "no call was answered without an error"));
        }
        if (counts.ended() != counts.sent()) {
            reasons.add(reason(Fault.CALLS_LOST, "calls were lost: %d sent, %d ended", counts.sent(), counts.ended()));
        }
        return reasons;
    }

    /**
     * Why the cores were not the run's own.
     *
     * @param ofStallLog whether a log told of stalls: it has the stolen time, which disturbs slices then, so that the
     *     window's share of it is no further reason
     */
    static List<InvalidReason> reasonsAgainst(CpuUsage cpu, int cores, boolean ofStallLog) {
        List<InvalidReason> reasons = new ArrayList<>();
        addBottleneck(reasons, cpu, cores);
        if (!ofStallLog) {
            addLoss(reasons, Fault.STOLEN, cpu.stealCores(), "were stolen by the hypervisor");
        }
        addLoss(reasons, Fault.FOREIGN_LOAD, cpu.foreignCores(), "were used by processes that are no part of the run");
        return reasons;
    }

    private static void addLoss(List<InvalidReason> reasons, Fault fault, @Nullable Double cores, String how) {
        if (cores != null && cores > Resources.MAX_LOST_CORES) {
            reasons.add(reason(
                    fault,
                    "the machine was shared: %.2f cores %s (expected: at most %.1f)",
                    cores,
                    how,
                    Resources.MAX_LOST_CORES));
        }
    }

    private static void addBottleneck(List<InvalidReason> reasons, CpuUsage cpu, int cores) {
        Double generator = cpu.generatorCores();
        if (generator != null && generator > MAX_GENERATOR_UTILIZATION * cores) {
            reasons.add(reason(
                    Fault.GENERATOR_BOTTLENECK,
                    "the generator was the bottleneck: it used %.2f of the %d cores it may use (expected: at most"
                            + " %.0f %%)",
                    generator,
                    cores,
                    100 * MAX_GENERATOR_UTILIZATION));
        }
        cpu.loopCores().forEach((name, used) -> {
            if (used > MAX_GENERATOR_UTILIZATION) {
                reasons.add(reason(
                        Fault.GENERATOR_BOTTLENECK,
                        "the generator was the bottleneck: its event loop %s used %.2f of one core (expected: at most"
                                + " %.0f %%)",
                        name,
                        used,
                        100 * MAX_GENERATOR_UTILIZATION));
            }
        });
    }

    private static InvalidReason reason(Fault fault, String pattern, Object... figures) {
        return new InvalidReason(fault, String.format(Locale.ROOT, pattern, figures));
    }
}
