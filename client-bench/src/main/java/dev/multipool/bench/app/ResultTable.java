package dev.multipool.bench.app;

import dev.multipool.bench.LoadPlan;
import dev.multipool.bench.LoadResult;
import dev.multipool.bench.LoadResult.ResponseTime;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A result for people. */
final class ResultTable {
    private ResultTable() {}

    static void print(LoadResult result, PrintWriter out) {
        LoadPlan plan = result.plan();
        row(
                out,
                "run",
                "findUserInfo at %s:%d, closed loop: %d users on %d connections, %.1f s measured after %.1f s",
                plan.host(),
                plan.port(),
                plan.users(),
                plan.connections(),
                result.measuredSeconds(),
                plan.warmup().toMillis() / 1e3);
        row(out, "throughput", "%,.1f TPS (%,d calls)", result.throughputPerSecond(), result.calls());
        ResponseTime time = result.responseTime();
        row(
                out,
                "response time",
                "p50 %.2f  p90 %.2f  p99 %.2f  p99.9 %.2f  max %.2f  mean %.2f ms",
                time.p50Millis(),
                time.p90Millis(),
                time.p99Millis(),
                time.p999Millis(),
                time.maxMillis(),
                time.meanMillis());
        row(out, "errors", "%s", errors(result));
        if (result.notFound() > 0) {
            row(out, "not found", "%,d (seed the server with users 1 to %,d)", result.notFound(), plan.maxUserId());
        }
        row(out, "CPU", "generator %s, server %s", cores(result.generatorCpuCores()), cores(result.serverCpuCores()));
        row(out, "valid", "%s", result.invalidReasons().isEmpty() ? "yes" : "no");
        result.invalidReasons().forEach(reason -> row(out, "", "- %s", reason));
    }

    private static String errors(LoadResult result) {
        if (result.errors().isEmpty()) {
            return "none";
        }
        String byName = result.errors().entrySet().stream()
                .map(error -> String.format(Locale.ROOT, "%s %,d", error.getKey(), error.getValue()))
                .collect(Collectors.joining(", "));
        return byName + " (after each its user paused "
                + result.plan().rejectBackoff().toNanos() / 1e6 + " ms)";
    }

    private static String cores(@Nullable Double cores) {
        return cores == null ? "not measured" : String.format(Locale.ROOT, "%.2f cores", cores);
    }

    private static void row(PrintWriter out, String name, String pattern, Object... arguments) {
        out.printf(Locale.ROOT, "%-14s %s%n", name, String.format(Locale.ROOT, pattern, arguments));
    }
}
