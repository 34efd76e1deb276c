package dev.multipool.laboratory.report;

import dev.multipool.bench.machine.GcPauses;
import dev.multipool.bench.result.InvalidReason;
import dev.multipool.bench.result.LoadResult.Sending;
import dev.multipool.bench.result.Percentiles;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Demand.OpenLoop;
import dev.multipool.laboratory.result.Figures;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.PoolSettings;
import dev.multipool.laboratory.result.RunSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One line for each run (RFC 4180, but with plain line feeds), units in the column names. */
public final class CsvReport {
    private static final List<String> COLUMNS = List.of(
            "experiment",
            "run",
            "repeat",
            "stage",
            "label",
            "variant",
            "pool",
            "kind",
            "threads",
            "queue",
            "users",
            "rate_per_s",
            "reject_backoff_s",
            "connections",
            "warmup_s",
            "duration_s",
            "throughput_per_s",
            "goodput_per_s",
            "p50_ms",
            "p90_ms",
            "p99_ms",
            "p999_ms",
            "max_ms",
            "mean_ms",
            "corrected_p50_ms",
            "corrected_p90_ms",
            "corrected_p99_ms",
            "corrected_p999_ms",
            "send_delay_p99_ms",
            "send_rate_share",
            "calls",
            "good",
            "rejected",
            "failed",
            "errors",
            "errors_by_code",
            "server_rejections",
            "not_found",
            "server_cpu_cores",
            "generator_cpu_cores",
            "foreign_cpu_cores",
            "throttled_share",
            "steal_cores",
            "generator_gc_ms",
            "server_gc_ms",
            "sent_bytes_per_s",
            "received_bytes_per_s",
            "engine",
            "server_cores",
            "cores_shared",
            "measured",
            "valid",
            "faults",
            "invalid_reasons");

    private CsvReport() {}

    public static String render(LabResult result) {
        return Stream.concat(
                        Stream.of(String.join(",", COLUMNS)),
                        result.measured().runs().stream().map(run -> line(result, run)))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String line(LabResult result, LabRun run) {
        RunSettings settings = run.settings();
        Figures figures = run.figures();
        PoolSettings pool = settings.pool();
        Load load = settings.load();
        ClosedLoop closed = load.demand() instanceof ClosedLoop loop ? loop : null;
        OpenLoop open = load.demand() instanceof OpenLoop loop ? loop : null;
        Percentiles corrected = figures.times().corrected() == null
                ? null
                : figures.times().corrected().percentiles();
        Sending sending = figures.schedule().sending();
        GcPauses generatorGc = figures.use().resources().generatorGc();
        GcPauses serverGc = figures.use().resources().serverGc();
        return cells(
                result.about().experiment(),
                run.identity().number(),
                run.identity().repeat(),
                settings.place().stage(),
                settings.place().label(),
                settings.variant().name(),
                pool == null ? null : pool.name(),
                pool == null ? null : pool.kind(),
                pool == null ? null : pool.threads(),
                pool == null ? null : pool.queue(),
                closed == null ? null : closed.users(),
                open == null ? null : open.ratePerSecond(),
                closed == null ? null : closed.rejectBackoffSeconds(),
                load.connections(),
                load.times().warmupSeconds(),
                load.times().durationSeconds(),
                figures.counts().throughputPerSecond(),
                figures.counts().outcome().goodputPerSecond(),
                figures.times().responseTime().p50Millis(),
                figures.times().responseTime().p90Millis(),
                figures.times().responseTime().p99Millis(),
                figures.times().responseTime().p999Millis(),
                figures.times().responseTime().maxMillis(),
                figures.times().responseTime().meanMillis(),
                corrected == null ? null : corrected.p50Millis(),
                corrected == null ? null : corrected.p90Millis(),
                corrected == null ? null : corrected.p99Millis(),
                corrected == null ? null : corrected.p999Millis(),
                sending == null ? null : sending.sendDelay().p99Millis(),
                sending == null ? null : sending.sendRateShare(),
                figures.counts().calls(),
                figures.counts().outcome().good(),
                figures.counts().outcome().rejected(),
                figures.counts().outcome().failed(),
                figures.errorCount(),
                counts(figures.counts().errors()),
                counts(figures.server().rejections()),
                figures.counts().notFound(),
                figures.use().serverCpuCores(),
                figures.use().generatorCpuCores(),
                figures.use().resources().foreignCores(),
                figures.server().throttledShare(),
                figures.use().resources().stealCores(),
                generatorGc == null ? null : generatorGc.totalMillis(),
                serverGc == null ? null : serverGc.totalMillis(),
                figures.use().resources().sentBytesPerSecond(),
                figures.use().resources().receivedBytesPerSecond(),
                load.engine() == null ? null : load.engine().text(),
                result.setup().cores().serverCores(),
                result.setup().cores().shared(),
                run.identity().measured(),
                run.isValid(),
                run.invalidReasons().stream()
                        .map(reason -> reason.fault().name())
                        .collect(Collectors.joining("; ")),
                run.invalidReasons().stream().map(InvalidReason::text).collect(Collectors.joining("; ")));
    }

    private static @Nullable String counts(@Nullable Map<String, Long> counts) {
        return counts == null
                ? null
                : counts.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining("; "));
    }

    private static String cells(@Nullable Object... values) {
        return Arrays.stream(values).map(CsvReport::cell).collect(Collectors.joining(","));
    }

    /** One value as it stands in a line, in quotes where it needs them. */
    public static String cell(@Nullable Object value) {
        String text = value == null ? "" : value.toString();
        boolean quote = text.contains(",") || text.contains("\"") || text.contains("\n");
        return quote ? "\"" + text.replace("\"", "\"\"") + "\"" : text;
    }
}
