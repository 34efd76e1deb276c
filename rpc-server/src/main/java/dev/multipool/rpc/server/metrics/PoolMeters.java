package dev.multipool.rpc.server.metrics;

import dev.multipool.pools.PoolMetrics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The meters of one pool. */
final class PoolMeters {
    private final LedgerReader ledger;
    private final MeterRegistry registry;

    PoolMeters(LedgerReader ledger, MeterRegistry registry) {
        this.ledger = ledger;
        this.registry = registry;
    }

    void bind() {
        PoolMetrics.Reading first = ledger.reading();
        for (PoolMetrics.Single metric : PoolMetrics.singles()) {
            if (!Double.isNaN(metric.value().applyAsDouble(first))) {
                bind(metric);
            }
        }
        for (PoolMetrics.Times metric : PoolMetrics.summaries()) {
            FunctionTimer.builder(
                            metric.name(),
                            ledger,
                            reader -> metric.times().apply(reader.now()).count(),
                            reader -> metric.times().apply(reader.now()).sum(),
                            TimeUnit.NANOSECONDS)
                    .tag(PoolMetrics.poolTag(metric.name()), ledger.poolName())
                    .description(metric.help())
                    .register(registry);
        }
    }

    private void bind(PoolMetrics.Single metric) {
        Tags tags = Tags.of(PoolMetrics.poolTag(metric.name()), ledger.poolName());
        for (var tag : metric.tags().entrySet()) {
            tags = tags.and(tag.getKey(), tag.getValue());
        }
        @Nullable String unit = metric.unit().isEmpty() ? null : metric.unit();
        if (metric.isCounter()) {
            FunctionCounter.builder(
                            metric.name(), ledger, reader -> metric.value().applyAsDouble(reader.reading()))
                    .tags(tags)
                    .description(metric.help())
                    .baseUnit(unit)
                    .register(registry);
        } else {
            Gauge.builder(metric.name(), ledger, reader -> metric.value().applyAsDouble(reader.reading()))
                    .tags(tags)
                    .description(metric.help())
                    .baseUnit(unit)
                    .register(registry);
        }
    }
}
