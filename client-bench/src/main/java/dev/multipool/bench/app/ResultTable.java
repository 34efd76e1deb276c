package dev.multipool.bench.app;

import dev.multipool.bench.machine.GcPauses;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadModel.ClosedLoop;
import dev.multipool.bench.plan.LoadModel.OpenLoop;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.plan.LoadProfile;
import dev.multipool.bench.result.LoadResult;
import dev.multipool.bench.result.Percentiles;
import dev.multipool.bench.result.StepResult;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A result for people. */
final class ResultTable {
    private ResultTable() {}

    static void print(LoadResult result, PrintWriter out) {
        LoadPlan plan = result.setup().plan();
        row(
                out,
                "run",
                "%s at %s:%d, %s on %d connections, %.1f s measured after %.1f s",
                String.join(" + ", plan.calls().shares().keySet()),
                plan.host(),
                plan.port(),
                describe(plan.load()),
                plan.connections(),
                result.counts().measuredSeconds(),
                millis(plan.timing().warmup()) / 1e3);
        row(
                out,
                "throughput",
                "%,.1f TPS (%,d calls)",
                result.counts().throughputPerSecond(),
                result.counts().calls());
        row(
                out,
                "goodput",
                "%,.1f TPS right within %.0f ms",
                result.counts().outcome().goodputPerSecond(),
                millis(plan.timing().callTimeout()));
        printTimes(result, out);
        printDisturbance(result, out);
        row(out, "errors", "%s", errors(result));
        result.schedule().steps().forEach(step -> row(out, "", "%s", describe(step, plan.load())));
        if (result.counts().notFound() > 0) {
            row(
                    out,
                    "not found",
                    "%,d (seed the server with the ids that are asked for)",
                    result.counts().notFound());
        }
        row(
                out,
                "CPU",
                "generator %s, server %s",
                cores(result.use().generatorCpuCores()),
                cores(result.use().serverCpuCores()));
        printResources(result.use().resources(), out);
        row(out, "valid", "%s", result.invalidReasons().isEmpty() ? "yes" : "no");
        result.invalidReasons().forEach(reason -> row(out, "", "- %s", reason.text()));
    }

    private static void printDisturbance(LoadResult result, PrintWriter out) {
        LoadResult.Disturbance disturbance = result.noise().disturbance();
        if (disturbance.disturbedSlices() == 0) {
            return;
        }
        row(
                out,
                "disturbed",
                "%.1f s of %.1f s left out: %,d stalls of the machine, longest %.0f ms",
                result.noise().raw().seconds() - result.counts().measuredSeconds(),
                result.noise().raw().seconds(),
                disturbance.stalls(),
                disturbance.longestStallMillis());
        row(
                out,
                "",
                "clean %,.1f TPS, TP99 %.2f ms; with what was left out %,.1f TPS, TP99 %.2f ms",
                result.counts().throughputPerSecond(),
                result.times().responseTime().p99Millis(),
                result.noise().raw().throughputPerSecond(),
                result.noise().raw().responseTime().p99Millis());
    }

    private static void printResources(LoadResult.Resources resources, PrintWriter out) {
        row(
                out,
                "machine",
                "stolen %s, used by others %s",
                cores(resources.stealCores()),
                cores(resources.foreignCores()));
        row(out, "GC pauses", "generator %s, server %s", pauses(resources.generatorGc()), pauses(resources.serverGc()));
        row(
                out,
                "network",
                "%s sent, %s received",
                bytes(resources.sentBytesPerSecond()),
                bytes(resources.receivedBytesPerSecond()));
    }

    private static String bytes(@Nullable Double perSecond) {
        return perSecond == null ? "not measured" : String.format(Locale.ROOT, "%,.1f kB/s", perSecond / 1e3);
    }

    private static String pauses(@Nullable GcPauses gc) {
        return gc == null
                ? "not measured"
                : String.format(
                        Locale.ROOT, "%d of %.1f ms, longest %.1f ms", gc.count(), gc.totalMillis(), gc.maxMillis());
    }

    private static void printTimes(LoadResult result, PrintWriter out) {
        LoadResult.CorrectedResponseTime corrected = result.times().corrected();
        if (corrected != null) {
            row(
                    out,
                    "response time",
                    "%s (uncorrected)",
                    percentiles(result.times().responseTime()));
            row(
                    out,
                    "corrected",
                    "%s (expected interval %.2f ms)",
                    percentiles(corrected.percentiles()),
                    corrected.expectedIntervalMillis());
            if (result.rawHidesStalls()) {
                row(
                        out,
                        "",
                        "the uncorrected TP99 hides stalls: calls that waited for a stalled one are missing from it");
            }
        }
        LoadResult.Sending sending = result.schedule().sending();
        if (sending != null) {
            row(
                    out,
                    "response time",
                    "%s (from the intended start)",
                    percentiles(result.times().responseTime()));
            row(out, "service time", "%s (from the actual send)", percentiles(sending.serviceTime()));
            row(
                    out,
                    "send delay",
                    "p50 %.3f  p99 %.3f  max %.3f ms",
                    sending.sendDelay().p50Millis(),
                    sending.sendDelay().p99Millis(),
                    sending.sendDelay().maxMillis());
            row(
                    out,
                    "sent",
                    "%,d of %,d due (%.2f %%), %,d not sent as too many were in flight",
                    sending.sent(),
                    sending.intended(),
                    100 * sending.sendRateShare(),
                    sending.notSent());
        }
    }

    /** The load in words. */
    static String describe(LoadModel load) {
        LoadProfile profile = load.profile();
        if (load instanceof OpenLoop open) {
            return String.format(
                    Locale.ROOT,
                    "open loop: %s calls/s (%s arrivals)",
                    profile.isConstant()
                            ? String.format(Locale.ROOT, "%,.1f", open.arrivalRatePerSecond())
                            : levels(profile),
                    open.arrivals().name().toLowerCase(Locale.ROOT));
        }
        ClosedLoop closed = (ClosedLoop) load;
        String users = profile.isConstant() ? String.valueOf(closed.users()) : levels(profile);
        return closed.thinkTime().isZero()
                ? "closed loop: " + users + " users"
                : "closed loop: " + users + " users who think " + millis(closed.thinkTime()) + " ms";
    }

    private static String levels(LoadProfile profile) {
        LoadProfile.Step first = profile.steps().get(0);
        LoadProfile.Step last = profile.steps().get(profile.steps().size() - 1);
        return String.format(
                Locale.ROOT,
                "%,.0f to %,.0f in %d steps,",
                first.from(),
                last.to(),
                profile.steps().size());
    }

    private static String describe(StepResult step, LoadModel load) {
        String level = step.fromLevel() == step.toLevel()
                ? String.format(Locale.ROOT, "%,.0f", step.fromLevel())
                : String.format(Locale.ROOT, "%,.0f to %,.0f", step.fromLevel(), step.toLevel());
        return String.format(
                Locale.ROOT,
                "%15s %s: %,10.1f TPS  p50 %8.2f  p99 %8.2f ms  failed %,d",
                level,
                load instanceof OpenLoop ? "calls/s" : "users",
                step.throughputPerSecond(),
                step.responseTime().p50Millis(),
                step.responseTime().p99Millis(),
                step.failed());
    }

    private static String errors(LoadResult result) {
        if (result.counts().errors().isEmpty()) {
            return "none";
        }
        String byName = result.counts().errors().entrySet().stream()
                .map(error -> String.format(Locale.ROOT, "%s %,d", error.getKey(), error.getValue()))
                .collect(Collectors.joining(", "));
        String counts = String.format(
                Locale.ROOT,
                "%,d rejected, %,d failed: %s",
                result.counts().outcome().rejected(),
                result.counts().outcome().failed(),
                byName);
        return result.setup().plan().load() instanceof ClosedLoop closed
                ? counts + " (after each its user paused " + millis(closed.rejectBackoff()) + " ms)"
                : counts;
    }

    static String percentiles(Percentiles time) {
        return String.format(
                Locale.ROOT,
                "p50 %.2f  p90 %.2f  p99 %.2f  p99.9 %.2f  max %.2f  mean %.2f ms",
                time.p50Millis(),
                time.p90Millis(),
                time.p99Millis(),
                time.p999Millis(),
                time.maxMillis(),
                time.meanMillis());
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / 1e6;
    }

    private static String cores(@Nullable Double cores) {
        return cores == null ? "not measured" : String.format(Locale.ROOT, "%.2f cores", cores);
    }

    private static void row(PrintWriter out, String name, String pattern, Object... arguments) {
        out.printf(Locale.ROOT, "%-14s %s%n", name, String.format(Locale.ROOT, pattern, arguments));
    }
}
