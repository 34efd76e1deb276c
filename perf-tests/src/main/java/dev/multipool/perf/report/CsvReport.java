package dev.multipool.perf.report;

import dev.multipool.perf.result.Figures;
import dev.multipool.perf.result.LabResult;
import dev.multipool.perf.result.LabRun;
import dev.multipool.perf.result.RunSettings;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One line for each run (RFC 4180, but with plain line feeds), units in the column names. */
public final class CsvReport {
    private static final List<String> COLUMNS = List.of(
            "experiment",
            "run",
            "repeat",
            "pool",
            "kind",
            "threads",
            "queue",
            "users",
            "connections",
            "warmup_s",
            "duration_s",
            "throughput_per_s",
            "p50_ms",
            "p90_ms",
            "p99_ms",
            "p999_ms",
            "max_ms",
            "mean_ms",
            "calls",
            "errors",
            "not_found",
            "server_cpu_cores",
            "generator_cpu_cores",
            "foreign_cpu_cores",
            "server_cores",
            "cores_shared",
            "measured",
            "valid",
            "invalid_reasons",
            "suspect_reasons");

    private CsvReport() {}

    public static String render(LabResult result) {
        return Stream.concat(
                        Stream.of(String.join(",", COLUMNS)),
                        result.runs().stream().map(run -> line(result, run)))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String line(LabResult result, LabRun run) {
        RunSettings settings = run.settings();
        Figures figures = run.figures();
        return cells(
                result.experiment(),
                run.number(),
                run.repeat(),
                settings.pool().name(),
                settings.pool().kind(),
                settings.pool().threads(),
                settings.pool().queue(),
                settings.users(),
                settings.connections(),
                settings.warmupSeconds(),
                settings.durationSeconds(),
                figures.throughputPerSecond(),
                figures.p50Millis(),
                figures.p90Millis(),
                figures.p99Millis(),
                figures.p999Millis(),
                figures.maxMillis(),
                figures.meanMillis(),
                figures.calls(),
                figures.errorCount(),
                figures.notFound(),
                figures.serverCpuCores(),
                figures.generatorCpuCores(),
                figures.foreignCpuCores(),
                result.setup().cores().serverCores(),
                result.setup().cores().shared(),
                run.measured(),
                run.isValid(),
                String.join("; ", run.invalidReasons()),
                String.join("; ", run.suspectReasons()));
    }

    private static String cells(@Nullable Object... values) {
        return Arrays.stream(values).map(CsvReport::cell).collect(Collectors.joining(","));
    }

    private static String cell(@Nullable Object value) {
        String text = value == null ? "" : value.toString();
        boolean quote = text.contains(",") || text.contains("\"") || text.contains("\n");
        return quote ? "\"" + text.replace("\"", "\"\"") + "\"" : text;
    }
}
