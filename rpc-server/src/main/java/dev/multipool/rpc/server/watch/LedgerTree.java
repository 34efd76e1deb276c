package dev.multipool.rpc.server.watch;

import dev.multipool.pools.Distribution;
import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.RejectReason;
import dev.multipool.pools.WorkerTimes;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A ledger as a tree, in the glossary's words; times in milliseconds. */
final class LedgerTree {
    private static final double NANOS_PER_MILLI = 1e6;

    private LedgerTree() {}

    /** What was added to a ledger in its window. */
    static Map<String, Object> of(LedgerSnapshot ledger) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("windowSeconds", rounded(ledger.windowNanos() / 1e9));
        tree.put("arrivals", ledger.arrivals());
        tree.put("completions", ledger.completions());
        tree.put("failures", ledger.failures());
        tree.put("cancelled", ledger.counts().cancelled());
        tree.put("dropped", ledger.counts().dropped());
        tree.put("rejected", rejections(ledger));
        tree.put("arrivalRatePerSecond", rounded(ledger.arrivalRatePerSecond()));
        tree.put("throughputPerSecond", rounded(ledger.throughputPerSecond()));
        tree.put("utilization", rounded(ledger.utilization()));
        tree.put("usefulUtilization", rounded(ledger.usefulUtilization()));
        tree.put("concurrency", rounded(ledger.concurrency()));
        tree.put("littleResidual", rounded(ledger.littleResidual()));
        tree.put("queueTimeMillis", distribution(ledger.queueTimeNanos()));
        tree.put("serviceTimeMillis", distribution(ledger.serviceTimeNanos()));
        tree.put("threadTimeMillis", threadTimes(ledger.times()));
        return tree;
    }

    private static Map<String, Object> rejections(LedgerSnapshot ledger) {
        Map<String, Object> tree = new LinkedHashMap<>();
        for (RejectReason reason : RejectReason.values()) {
            tree.put(reason.name().toLowerCase(Locale.ROOT), ledger.rejections(reason));
        }
        return tree;
    }

    private static Map<String, Object> distribution(Distribution nanos) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("mean", rounded(nanos.mean() / NANOS_PER_MILLI));
        tree.put("p50", millis(nanos.percentile(50)));
        tree.put("p90", millis(nanos.percentile(90)));
        tree.put("p99", millis(nanos.percentile(99)));
        tree.put("max", millis(nanos.max()));
        return tree;
    }

    private static Map<String, Object> threadTimes(WorkerTimes times) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("worker", millis(times.workerNanos()));
        tree.put("idle", millis(times.idleNanos()));
        tree.put("busy", millis(times.busyNanos()));
        tree.put("cpu", times.cpuNanos() < 0 ? Double.NaN : millis(times.cpuNanos()));
        tree.put("joinWait", millis(times.joinWaitNanos()));
        tree.put("ioWait", millis(times.ioWaitNanos()));
        tree.put("lockWait", millis(times.lockWaitNanos()));
        tree.put("otherWait", millis(times.otherWaitNanos()));
        return tree;
    }

    static double millis(long nanos) {
        return rounded(nanos / NANOS_PER_MILLI);
    }

    /** To three digits behind the point: more would only pretend. */
    static double rounded(double value) {
        return Double.isFinite(value) ? Math.round(value * 1000) / 1000.0 : value;
    }
}
