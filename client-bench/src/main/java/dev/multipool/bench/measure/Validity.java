package dev.multipool.bench.measure;

import dev.multipool.bench.machine.CpuUsage;
import dev.multipool.bench.machine.GcPauses;
import dev.multipool.bench.result.Fault;
import dev.multipool.bench.result.InvalidReason;
import dev.multipool.bench.result.InvalidReason.Measure;
import dev.multipool.bench.result.LoadResult.Resources;
import dev.multipool.bench.result.LoadResult.Sending;
import dev.multipool.bench.result.Percentiles;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why a run's figures cannot be trusted. */
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
                ? List.of(InvalidReason.of(Fault.GENERATOR_PAUSED)
                        .with(Measure.PAUSED_MILLIS, generatorGc.totalMillis())
                        .with(Measure.PAUSED_SHARE, share)
                        .with(Measure.LIMIT_SHARE, MAX_GC))
                : List.of();
    }

    /** Why an open loop's schedule was not kept well enough. */
    static List<InvalidReason> reasonsAgainst(Sending sending, Percentiles responseTime) {
        List<InvalidReason> reasons = new ArrayList<>();
        if (sending.sendRateShare() < MIN_SEND_RATE) {
            reasons.add(InvalidReason.of(Fault.SCHEDULE_NOT_KEPT)
                    .with(Measure.CALLS_SENT, (double) sending.sent())
                    .with(Measure.CALLS_DUE, (double) sending.intended())
                    .with(Measure.CALLS_NOT_SENT, (double) sending.notSent())
                    .with(Measure.LIMIT_SHARE, MIN_SEND_RATE));
        }
        double delayMillis = sending.sendDelay().p99Millis();
        double allowedMillis = Math.max(SMALL_SEND_DELAY_MILLIS, MAX_SEND_DELAY * responseTime.p99Millis());
        if (delayMillis > allowedMillis) {
            reasons.add(InvalidReason.of(Fault.GENERATOR_LATE)
                    .with(Measure.SEND_DELAY_MILLIS, delayMillis)
                    .with(Measure.LIMIT_MILLIS, allowedMillis));
        }
        return reasons;
    }

    /** Why a constant load was not steady enough, by the calls that its clean slices answered. */
    static List<InvalidReason> reasonsAgainst(ThroughputSeries.Thirds thirds) {
        return thirds.differBy(MAX_DRIFT)
                ? List.of(InvalidReason.of(Fault.NOT_STEADY)
                        .with(Measure.FIRST_CALLS_PER_SECOND, thirds.firstPerSecond())
                        .with(Measure.LAST_CALLS_PER_SECOND, thirds.lastPerSecond())
                        .with(Measure.LIMIT_SHARE, MAX_DRIFT))
                : List.of();
    }

    /** Why too little of the window is left to judge from. */
    static List<InvalidReason> reasonsAgainst(long cleanNanos, long plannedNanos) {
        return cleanNanos < MIN_CLEAN * plannedNanos
                ? List.of(InvalidReason.of(Fault.TOO_FEW_CLEAN_SLICES)
                        .with(Measure.CLEAN_SECONDS, cleanNanos / 1e9)
                        .with(Measure.PLANNED_SECONDS, plannedNanos / 1e9)
                        .with(Measure.LIMIT_SHARE, MIN_CLEAN))
                : List.of();
    }

    /** Why the whole window's calls say nothing. */
    static List<InvalidReason> reasonsAgainst(MeasuredWindow window, LoadCounts counts) {
        List<InvalidReason> reasons = new ArrayList<>();
        if (window.wasCutShort()) {
            reasons.add(InvalidReason.of(Fault.STOPPED_EARLY)
                    .with(Measure.MEASURED_SECONDS, window.lengthNanos() / 1e9)
                    .with(Measure.PLANNED_SECONDS, window.plannedNanos() / 1e9));
        }
        if (counts.calls() == 0) {
            reasons.add(InvalidReason.of(Fault.NO_ANSWERS));
        }
        if (counts.ended() != counts.sent()) {
            reasons.add(InvalidReason.of(Fault.CALLS_LOST)
                    .with(Measure.CALLS_SENT, (double) counts.sent())
                    .with(Measure.CALLS_ENDED, (double) counts.ended()));
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
            addLoss(reasons, Fault.STOLEN, cpu.stealCores());
        }
        addLoss(reasons, Fault.FOREIGN_LOAD, cpu.foreignCores());
        return reasons;
    }

    private static void addLoss(List<InvalidReason> reasons, Fault fault, @Nullable Double cores) {
        if (cores != null && cores > Resources.MAX_LOST_CORES) {
            reasons.add(InvalidReason.of(fault)
                    .with(Measure.CORES_USED, cores)
                    .with(Measure.LIMIT_CORES, Resources.MAX_LOST_CORES));
        }
    }

    private static void addBottleneck(List<InvalidReason> reasons, CpuUsage cpu, int cores) {
        Double generator = cpu.generatorCores();
        if (generator != null && generator > MAX_GENERATOR_UTILIZATION * cores) {
            reasons.add(bottleneck(generator, cores));
        }
        cpu.loopCores().forEach((name, used) -> {
            if (used > MAX_GENERATOR_UTILIZATION) {
                reasons.add(bottleneck(used, 1).about(name));
            }
        });
    }

    private static InvalidReason bottleneck(double used, int cores) {
        return InvalidReason.of(Fault.GENERATOR_BOTTLENECK)
                .with(Measure.CORES_USED, used)
                .with(Measure.CORES, cores)
                .with(Measure.LIMIT_SHARE, MAX_GENERATOR_UTILIZATION);
    }
}
