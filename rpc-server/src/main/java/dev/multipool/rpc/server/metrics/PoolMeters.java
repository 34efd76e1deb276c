package dev.multipool.rpc.server.metrics;

import dev.multipool.pools.Distribution;
import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.RejectReason;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The meters of one pool: Micrometer's own names for executors where they fit, ours beside them. */
final class PoolMeters {
    private static final double NANOS_PER_SECOND = 1e9;

    private final LedgerReader ledger;
    private final MeterRegistry registry;

    PoolMeters(LedgerReader ledger, MeterRegistry registry) {
        this.ledger = ledger;
        this.registry = registry;
    }

    void bind() {
        executorMeters();
        taskMeters();
        threadTimes();
        lastSeconds();
    }

    private void executorMeters() {
        executor("executor.active", "Tasks in service", BaseUnits.THREADS, now -> now.state()
                .active());
        executor("executor.queued", "Tasks that wait", BaseUnits.TASKS, LedgerSnapshot::queueDepth);
        executor(
                "executor.queue.remaining",
                "Tasks that the queue has room for",
                BaseUnits.TASKS,
                now -> Math.max(0, now.state().queueCapacity() - now.queueDepth()));
        executor("executor.pool.size", "Threads that exist", BaseUnits.THREADS, now -> now.state()
                .threads());
        executor(
                "executor.pool.core",
                "Threads that an idle pool keeps",
                BaseUnits.THREADS,
                now -> ledger.coreThreads());
        executor("executor.pool.max", "Most threads", BaseUnits.THREADS, now -> now.state()
                .maxThreads());
        FunctionCounter.builder("executor.completed", ledger, reader -> ran(reader.now()))
                .tag("name", ledger.poolName())
                .description("Tasks that ran")
                .baseUnit(BaseUnits.TASKS)
                .register(registry);
        timer("executor", "How long tasks ran", LedgerSnapshot::serviceTimeNanos);
        timer("executor.idle", "How long tasks that were run had waited", LedgerSnapshot::queueTimeNanos);
    }

    private static long ran(LedgerSnapshot now) {
        return now.serviceTimeNanos().count();
    }

    private void executor(String name, String description, String unit, ToDoubleFunction<LedgerSnapshot> value) {
        Gauge.builder(name, ledger, reader -> value.applyAsDouble(reader.now()))
                .tag("name", ledger.poolName())
                .description(description)
                .baseUnit(unit)
                .register(registry);
    }

    private void timer(String name, String description, Function<LedgerSnapshot, Distribution> times) {
        FunctionTimer.builder(
                        name,
                        ledger,
                        reader -> times.apply(reader.now()).count(),
                        reader -> times.apply(reader.now()).sum(),
                        TimeUnit.NANOSECONDS)
                .tag("name", ledger.poolName())
                .description(description)
                .register(registry);
    }

    private void taskMeters() {
        counter("multipool.pool.arrivals", "Tasks offered", now -> now.arrivals())
                .baseUnit(BaseUnits.TASKS)
                .register(registry);
        ended("completed", LedgerSnapshot::completions);
        ended("failed", LedgerSnapshot::failures);
        ended("cancelled", now -> now.counts().cancelled());
        ended("dropped", now -> now.counts().dropped());
        for (RejectReason reason : RejectReason.values()) {
            counter("multipool.pool.rejected", "Tasks turned away", now -> now.rejections(reason))
                    .tag("reason", reason.name().toLowerCase(Locale.ROOT))
                    .baseUnit(BaseUnits.TASKS)
                    .register(registry);
        }
    }

    private void ended(String outcome, ToDoubleFunction<LedgerSnapshot> count) {
        counter("multipool.pool.ended", "Tasks that left the pool", count)
                .tag("outcome", outcome)
                .baseUnit(BaseUnits.TASKS)
                .register(registry);
    }

    private FunctionCounter.Builder<LedgerReader> counter(
            String name, String description, ToDoubleFunction<LedgerSnapshot> count) {
        return FunctionCounter.builder(name, ledger, reader -> count.applyAsDouble(reader.now()))
                .tag("pool", ledger.poolName())
                .description(description);
    }

    private void threadTimes() {
        threadTime("idle", now -> now.times().idleNanos());
        threadTime("join", now -> now.times().joinWaitNanos());
        threadTime("io", now -> now.times().ioWaitNanos());
        threadTime("lock", now -> now.times().lockWaitNanos());
        threadTime("other", now -> now.times().otherWaitNanos());
        // where it is not measured it is not shown either: a zero would be wrong
        if (ledger.now().times().cpuNanos() >= 0) {
            threadTime("cpu", now -> now.times().cpuNanos());
        }
    }

    private void threadTime(String use, ToDoubleFunction<LedgerSnapshot> nanos) {
        counter(
                        "multipool.pool.thread.time",
                        "Thread time by use; io, join and lock are what tasks declared, other is the rest of blocked time",
                        now -> nanos.applyAsDouble(now) / NANOS_PER_SECOND)
                .tag("use", use)
                .baseUnit("seconds")
                .register(registry);
    }

    private void lastSeconds() {
        figure("multipool.pool.utilization", "Busy thread time over thread time", LedgerSnapshot::utilization);
        figure("multipool.pool.concurrency", "Mean number of tasks queued or in service", LedgerSnapshot::concurrency);
        figure(
                "multipool.pool.little.residual",
                "By how much Little's law misses the measured concurrency, as a part of it",
                LedgerSnapshot::littleResidual);
    }

    private void figure(String name, String description, ToDoubleFunction<LedgerSnapshot> value) {
        Gauge.builder(name, ledger, reader -> reader.lastSeconds(value))
                .tag("pool", ledger.poolName())
                .description(description + ", in the last 10 to 20 seconds")
                .register(registry);
    }
}
