package dev.multipool.agent.export;

import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.ManagedPool;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import jdk.jfr.FlightRecorder;

/** An event for each pool, in each period of a recording. */
final class JfrEvents implements AutoCloseable {

    private final Supplier<List<ManagedPool>> pools;
    private final Consumer<Throwable> failed;
    private final Runnable hook = this::emit;
    // @GuardedBy("this")
    private Map<String, LedgerSnapshot> last = Map.of();

    /** @param failed is told of what goes wrong while a recording runs */
    JfrEvents(Supplier<List<ManagedPool>> pools, Consumer<Throwable> failed) {
        this.pools = pools;
        this.failed = failed;
        FlightRecorder.addPeriodicEvent(PoolLedgerEvent.class, hook);
    }

    private synchronized void emit() {
        try {
            Map<String, LedgerSnapshot> now = new HashMap<>();
            for (ManagedPool pool : pools.get()) {
                LedgerSnapshot snapshot = pool.snapshot();
                LedgerSnapshot before = last.get(snapshot.poolName());
                boolean isKnown = before != null && before.startNanos() == snapshot.startNanos();
                emit(before != null && isKnown ? snapshot.since(before) : snapshot);
                now.put(snapshot.poolName(), snapshot);
            }
            last = now;
        } catch (RuntimeException | Error e) {
            failed.accept(e);
        }
    }

    private static void emit(LedgerSnapshot window) {
        PoolLedgerEvent event = new PoolLedgerEvent();
        event.pool = window.poolName();
        event.threads = window.state().threads();
        event.maxThreads = window.state().maxThreads();
        event.activeTasks = window.state().active();
        event.queueDepth = window.queueDepth();
        event.arrivals = window.arrivals();
        event.completions = window.completions();
        event.failures = window.failures();
        event.rejections = window.counts().rejections().total();
        event.meanQueueTime = Math.round(window.queueTimeNanos().mean());
        event.meanServiceTime = Math.round(window.serviceTimeNanos().mean());
        event.utilization = window.utilization();
        event.commit();
    }

    @Override
    public void close() {
        FlightRecorder.removePeriodicEvent(hook);
        FlightRecorder.unregister(PoolLedgerEvent.class);
    }
}
