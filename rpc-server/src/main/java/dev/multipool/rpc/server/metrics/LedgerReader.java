package dev.multipool.rpc.server.metrics;

import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.NanoClock;
import dev.multipool.rpc.server.watch.ServerReport;
import java.time.Duration;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Reads a pool's ledger for its many meters: those that are scraped together come from one snapshot. */
final class LedgerReader {
    private static final long FRESH_NANOS = Duration.ofMillis(100).toNanos();

    private final MeasuredPool pool;
    private final ServerReport report;
    private final NanoClock clock;
    // both: @GuardedBy("this")
    private @Nullable LedgerSnapshot last;
    private long takenNanos;

    LedgerReader(MeasuredPool pool, ServerReport report, NanoClock clock) {
        this.pool = pool;
        this.report = report;
        this.clock = clock;
    }

    String poolName() {
        return pool.config().name();
    }

    int coreThreads() {
        return pool.config().coreThreads();
    }

    synchronized LedgerSnapshot now() {
        long now = clock.nanoTime();
        LedgerSnapshot snapshot = last;
        if (snapshot == null || now - takenNanos > FRESH_NANOS) {
            snapshot = pool.snapshot();
            last = snapshot;
            takenNanos = now;
        }
        return snapshot;
    }

    /** A figure of the last seconds. */
    double lastSeconds(ToDoubleFunction<LedgerSnapshot> figure) {
        return figure.applyAsDouble(report.pools().lastSeconds(pool, now()));
    }
}
