package dev.multipool.rpc.server.watch;

import dev.multipool.pools.Distribution;
import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.ManagedPool;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolState;
import dev.multipool.pools.WorkerTimes;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one pool did since it was last asked, as a tree. Not thread-safe.
 *
 * <p>The ledger has queue times and service times apart, so there is no percentile of their sum. But of all tasks at
 * most half a percent was queued longer than the 99.5th percentile, and at most half a percent served longer than that
 * one of service time. So at most one percent took longer than both together, and TP99 of the sum is not above that. It
 * is not below TP99 of either.
 */
final class PoolPulse {
    private final ManagedPool pool;
    private final double percentile;
    private LedgerSnapshot last;

    PoolPulse(ManagedPool pool, double percentile) {
        this.pool = pool;
        this.percentile = percentile;
        this.last = pool.snapshot();
    }

    Map<String, Object> next() {
        LedgerSnapshot now = pool.snapshot();
        LedgerSnapshot window = now.since(last);
        last = now;
        PoolConfig config = pool.config();
        PoolState state = now.state();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", config.name());
        tree.put("kind", config.kind().word());
        tree.put("spec", config.spec());
        tree.put("coreThreads", config.coreThreads());
        tree.put("maxThreads", config.maxThreads());
        tree.put("queueCapacity", PoolReport.queueBound(config.queueCapacity()));
        tree.put("threads", state.threads());
        tree.put("active", state.active());
        tree.put("queueDepth", state.queueDepth());
        tree.put("threadsBy", threadsBy(window.times(), window.windowNanos()));
        tree.put("arrivalRatePerSecond", LedgerTree.rounded(window.arrivalRatePerSecond()));
        tree.put("throughputPerSecond", LedgerTree.rounded(window.throughputPerSecond()));
        tree.put("failuresPerSecond", perSecond(window.failures(), window));
        tree.put("rejectedPerSecond", perSecond(window.counts().rejections().total(), window));
        tree.put("rejected", now.counts().rejections().total());
        tree.put("queueTimeMillis", millis(window.queueTimeNanos(), percentile));
        tree.put("serviceTimeMillis", millis(window.serviceTimeNanos(), percentile));
        tree.put("bothAtMostMillis", bothAtMost(window));
        return tree;
    }

    /** How many threads did what, on average over the window. */
    private static Map<String, Object> threadsBy(WorkerTimes times, long windowNanos) {
        boolean cpuKnown = times.cpuNanos() >= 0;
        long declared = times.joinWaitNanos() + times.ioWaitNanos() + times.lockWaitNanos();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("cpu", cpuKnown ? threads(times.cpuNanos(), windowNanos) : Double.NaN);
        // where CPU time is not measured: in service and not in a declared wait
        tree.put("running", threads(Math.max(0, times.busyNanos() - declared), windowNanos));
        tree.put("join", threads(times.joinWaitNanos(), windowNanos));
        tree.put("io", threads(times.ioWaitNanos(), windowNanos));
        tree.put("lock", threads(times.lockWaitNanos(), windowNanos));
        tree.put("other", cpuKnown ? threads(times.otherWaitNanos(), windowNanos) : Double.NaN);
        tree.put("idle", threads(times.idleNanos(), windowNanos));
        return tree;
    }

    private static double threads(long nanos, long windowNanos) {
        return windowNanos <= 0 ? 0 : LedgerTree.rounded((double) nanos / windowNanos);
    }

    private static double perSecond(long count, LedgerSnapshot window) {
        return window.windowNanos() <= 0 ? 0 : LedgerTree.rounded(count * 1e9 / window.windowNanos());
    }

    private double bothAtMost(LedgerSnapshot window) {
        double half = 100 - (100 - percentile) / 2;
        return LedgerTree.rounded(millis(window.queueTimeNanos(), half) + millis(window.serviceTimeNanos(), half));
    }

    /** NaN where nothing ran. */
    private static double millis(Distribution nanos, double percent) {
        return nanos.count() == 0 ? Double.NaN : LedgerTree.millis(nanos.percentile(percent));
    }
}
