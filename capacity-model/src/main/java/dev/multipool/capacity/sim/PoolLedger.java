package dev.multipool.capacity.sim;

import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.PoolState;
import dev.multipool.pools.Rejections;
import dev.multipool.pools.TaskCounts;
import dev.multipool.pools.TaskTimes;
import dev.multipool.pools.WorkerTimes;

/** What a simulated pool did since the window's start, in the terms of a real pool's ledger. */
final class PoolLedger {

    final NanoHistogram queueTime = new NanoHistogram();
    final NanoHistogram serviceTime = new NanoHistogram();
    final NanoHistogram queueDepth = new NanoHistogram();
    long arrivals;
    long completions;
    long failures;
    long cancelled;
    long poolFull;
    long queueFull;
    long queueExpired;
    double inSystemNanos;
    double concurrencyNanos;
    double workerNanos;
    double busyNanos;
    double cpuNanos;
    double joinNanos;
    double ioNanos;
    double lockNanos;
    double startedAt;

    void startWindow(double now) {
        queueTime.clear();
        serviceTime.clear();
        queueDepth.clear();
        arrivals = 0;
        completions = 0;
        failures = 0;
        cancelled = 0;
        poolFull = 0;
        queueFull = 0;
        queueExpired = 0;
        inSystemNanos = 0;
        concurrencyNanos = 0;
        workerNanos = 0;
        busyNanos = 0;
        cpuNanos = 0;
        joinNanos = 0;
        ioNanos = 0;
        lockNanos = 0;
        startedAt = now;
    }

    LedgerSnapshot snapshot(PoolState state, double now) {
        return new LedgerSnapshot(
                state,
                (long) startedAt,
                (long) now,
                new TaskCounts(
                        arrivals,
                        completions,
                        failures,
                        cancelled,
                        0,
                        new Rejections(poolFull, queueFull, queueExpired, 0)),
                new WorkerTimes(
                        (long) workerNanos, (long) busyNanos, (long) cpuNanos, (long) joinNanos, (long) ioNanos, (long)
                                lockNanos),
                new TaskTimes(
                        queueTime.distribution(),
                        serviceTime.distribution(),
                        queueDepth.distribution(),
                        (long) inSystemNanos,
                        (long) concurrencyNanos));
    }
}
