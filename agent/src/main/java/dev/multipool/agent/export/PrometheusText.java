package dev.multipool.agent.export;

import dev.multipool.pools.Distribution;
import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.ManagedPool;
import dev.multipool.pools.PoolMetrics;
import dev.multipool.pools.PoolMetrics.Reading;
import dev.multipool.pools.PoolMetrics.Single;
import dev.multipool.pools.PoolMetrics.Times;
import dev.multipool.pools.PoolWindows;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * The metrics of pools in Prometheus' text format, under the names that multipool's own server has.
 *
 * <p><b>Threads:</b> one at a time.
 */
final class PrometheusText {

    static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
    private static final double NANOS_PER_SECOND = 1e9;

    private final PoolWindows windows;

    /** Of the pools whose windows these are. */
    PrometheusText(PoolWindows windows) {
        this.windows = windows;
    }

    /** Reads the pools; one that is gone meanwhile is left out. */
    String of(List<ManagedPool> pools) {
        List<Reading> readings = new ArrayList<>();
        for (ManagedPool pool : pools) {
            try {
                LedgerSnapshot all = pool.snapshot();
                readings.add(new Reading(pool.config(), all, windows.lastSeconds(all)));
            } catch (IllegalStateException e) {
                // it went
            }
        }
        StringBuilder out = new StringBuilder();
        Map<String, List<Single>> families = new LinkedHashMap<>();
        PoolMetrics.singles().forEach(metric -> families.computeIfAbsent(metric.name(), name -> new ArrayList<>())
                .add(metric));
        families.values().forEach(family -> write(out, family, readings));
        PoolMetrics.summaries().forEach(metric -> writeSummary(out, metric, readings));
        PoolMetrics.histograms().forEach(metric -> writeHistogram(out, metric, readings));
        return out.toString();
    }

    private static void write(StringBuilder out, List<Single> family, List<Reading> readings) {
        Single first = family.get(0);
        String name = name(first.name(), first.unit()) + (first.isCounter() ? "_total" : "");
        head(out, name, first.help(), first.isCounter() ? "counter" : "gauge");
        for (Reading reading : readings) {
            for (Single metric : family) {
                ToDoubleFunction<Reading> value = metric.value();
                double number = value.applyAsDouble(reading);
                if (!Double.isNaN(number)) {
                    line(out, name, labels(first.name(), reading, metric.tags()), number);
                }
            }
        }
    }

    private static void writeSummary(StringBuilder out, Times metric, List<Reading> readings) {
        String name = name(metric.name(), "seconds");
        head(out, name, metric.help(), "summary");
        for (Reading reading : readings) {
            Distribution nanos = metric.times().apply(reading.all());
            String labels = labels(metric.name(), reading, Map.of());
            line(out, name + "_count", labels, nanos.count());
            line(out, name + "_sum", labels, nanos.sum() / NANOS_PER_SECOND);
        }
    }

    private static void writeHistogram(StringBuilder out, Times metric, List<Reading> readings) {
        String name = name(metric.name(), "seconds");
        head(out, name, metric.help(), "histogram");
        for (Reading reading : readings) {
            Distribution nanos = metric.times().apply(reading.all());
            Histogram histogram = nanos.toHistogram();
            for (double bound : PoolMetrics.UPPER_BOUND_SECONDS) {
                long upTo = histogram.getCountBetweenValues(0, (long) (bound * NANOS_PER_SECOND));
                line(out, name + "_bucket", labels(metric.name(), reading, Map.of("le", Double.toString(bound))), upTo);
            }
            line(out, name + "_bucket", labels(metric.name(), reading, Map.of("le", "+Inf")), nanos.count());
            String labels = labels(metric.name(), reading, Map.of());
            line(out, name + "_count", labels, nanos.count());
            line(out, name + "_sum", labels, nanos.sum() / NANOS_PER_SECOND);
        }
    }

    private static String name(String dotted, String unit) {
        return dotted.replace('.', '_') + (unit.isEmpty() ? "" : "_" + unit);
    }

    private static void head(StringBuilder out, String name, String help, String type) {
        out.append("# HELP ").append(name).append(' ').append(help).append('\n');
        out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    private static String labels(String metric, Reading reading, Map<String, String> more) {
        StringBuilder out = new StringBuilder("{")
                .append(PoolMetrics.poolTag(metric))
                .append("=\"")
                .append(escaped(reading.config().name()))
                .append('"');
        more.forEach((key, value) ->
                out.append(',').append(key).append("=\"").append(escaped(value)).append('"'));
        return out.append('}').toString();
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    private static void line(StringBuilder out, String name, String labels, Number value) {
        out.append(name).append(labels).append(' ').append(value).append('\n');
    }
}
