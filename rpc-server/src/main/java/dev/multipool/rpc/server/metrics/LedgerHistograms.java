package dev.multipool.rpc.server.metrics;

import dev.multipool.pools.Distribution;
import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.PoolMetrics;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/**
 * The pools' queue and service times as Prometheus histograms, straight from the ledgers' own. They give percentiles
 * over any window, and over many servers, with nothing recorded twice. Register it with the Prometheus registry.
 */
public final class LedgerHistograms implements MultiCollector {
    private static final double NANOS_PER_SECOND = 1e9;

    private final List<LedgerReader> ledgers;

    /** The histograms of the pools that these metrics show. */
    public LedgerHistograms(RpcServerMetrics metrics) {
        this.ledgers = metrics.ledgers();
    }

    @Override
    public MetricSnapshots collect() {
        return new MetricSnapshots(PoolMetrics.histograms().stream()
                .<MetricSnapshot>map(metric ->
                        histogram(metric.name().replace('.', '_') + "_seconds", metric.help(), metric.times()))
                .toList());
    }

    private HistogramSnapshot histogram(String name, String help, Function<LedgerSnapshot, Distribution> times) {
        HistogramSnapshot.Builder histogram =
                HistogramSnapshot.builder().name(name).help(help);
        for (LedgerReader ledger : ledgers) {
            Distribution nanos = times.apply(ledger.now());
            histogram.dataPoint(HistogramDataPointSnapshot.builder()
                    .labels(Labels.of("pool", ledger.poolName()))
                    .classicHistogramBuckets(buckets(nanos.toHistogram()))
                    .sum(nanos.sum() / NANOS_PER_SECOND)
                    .build());
        }
        return histogram.build();
    }

    private static ClassicHistogramBuckets buckets(Histogram nanos) {
        ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
        long below = 0;
        for (double bound : PoolMetrics.UPPER_BOUND_SECONDS) {
            long upTo = nanos.getCountBetweenValues(0, (long) (bound * NANOS_PER_SECOND));
            buckets.bucket(bound, upTo - below);
            below = upTo;
        }
        return buckets.bucket(Double.POSITIVE_INFINITY, nanos.getTotalCount() - below)
                .build();
    }
}
