package dev.multipool.rpc.server.metrics;

import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.PoolMetrics.Reading;
import dev.multipool.rpc.server.watch.ServerReport;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Reads a pool's ledger for its many meters: those that are scraped together come from one snapshot. */
final class LedgerReader {
    private static final long FRESH_NANOS = Duration.ofMillis(100).toNanos();

    private final MeasuredPool pool;
    private final ServerReport report;
    private final NanoClock clock;
    // both: @GuardedBy("this")
    private @Nullable Reading last;
    private long takenNanos;

    LedgerReader(MeasuredPool pool, ServerReport report, NanoClock clock) {
        this.pool = pool;
        this.report = report;
        this.clock = clock;
    }

    String poolName() {
        return pool.config().name();
    }

    LedgerSnapshot now() {
        return reading().all();
    }

    synchronized Reading reading() {
        long now = clock.nanoTime();
        Reading reading = last;
        if (reading == null || now - takenNanos > FRESH_NANOS) {
            LedgerSnapshot snapshot = pool.snapshot();
            reading = new Reading(pool.config(), snapshot, report.pools().lastSeconds(snapshot));
            last = reading;
            takenNanos = now;
        }
        return reading;
    }
}
