package dev.multipool.perf.watch;

import dev.multipool.laboratory.process.JvmSnapshot;
import dev.multipool.laboratory.process.PoolEdge;
import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.process.ServerLedgers;
import dev.multipool.laboratory.process.SlowTask;
import dev.multipool.laboratory.process.WaitGraph;
import dev.multipool.pools.PoolConfig;
import dev.multipool.rpc.server.watch.LiveHead;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;

/**
 * A JVM that has the agent: asked twice a second, and told of as it was then. So a JVM that stands still holds nobody who looks.
 *
 * <p><b>Threads</b>: any. Its own is {@code jvm-watch}.
 */
final class WatchedJvm implements LiveHead, AutoCloseable {
    private static final Duration STEP = Duration.ofMillis(500);
    private static final int LATELY = 20;

    private final long pid;
    private final ServerLedgers ledgers;
    private final Thread watch = new Thread(this::watch, "jvm-watch");
    private final CountDownLatch gone = new CountDownLatch(1);
    // the rest: @GuardedBy("this")
    private final Map<String, WatchedPool> pools = new TreeMap<>();
    private final Deque<Look> lately = new ArrayDeque<>();
    private JvmSnapshot begun;

    /** The JVM at one moment. */
    private record Look(JvmSnapshot jvm, List<PoolEdge> edges) {}

    WatchedJvm(long pid, ServerLedgers ledgers) throws InterruptedException {
        this.pid = pid;
        this.ledgers = ledgers;
        Look first = ask();
        this.begun = first.jvm;
        saw(first);
        watch.setDaemon(true);
        watch.start();
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(STEP.toMillis());
                saw(ask());
            }
        } catch (InterruptedException | ProcessFailedException e) {
            // closed, or the process has ended or stands still for long
            gone.countDown();
        }
    }

    private Look ask() throws InterruptedException {
        synchronized (ledgers) {
            return new Look(ledgers.snapshot(), ledgers.edges().orElse(List.of()));
        }
    }

    private synchronized void saw(Look now) {
        Map<String, JvmSnapshot.Pool> seen = now.jvm.pools();
        pools.keySet().retainAll(seen.keySet());
        seen.forEach((name, pool) -> {
            WatchedPool known = pools.get(name);
            if (known != null && known.isOf(pool)) {
                known.saw(pool);
            } else {
                pools.put(name, new WatchedPool(this::resize, pool));
            }
        });
        lately.addLast(now);
        if (lately.size() > LATELY) {
            lately.removeFirst();
        }
    }

    synchronized List<WatchedPool> pools() {
        return new ArrayList<>(pools.values());
    }

    synchronized int cores() {
        return lately.getLast().jvm.cores();
    }

    /** How much of its cores the JVM used in the last 10 seconds, 0 to 1. */
    synchronized double coreLoad() {
        return lately.getLast().jvm.coreLoadSince(lately.getFirst().jvm);
    }

    /**
     * The tasks that took long, as the JVM tells now.
     *
     * @throws ProcessFailedException when it does not answer
     */
    SlowTask.Seen slowTasks() throws InterruptedException {
        synchronized (ledgers) {
            return ledgers.slowTasks().orElse(new SlowTask.Seen(0, 0, List.of()));
        }
    }

    /** Sets the bounds of a pool, and looks at once. */
    void resize(PoolConfig to) {
        try {
            synchronized (ledgers) {
                ledgers.resize(to);
            }
            saw(ask());
        } catch (ProcessFailedException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while pool " + to.name() + " was resized", e);
        }
    }

    @Override
    public synchronized void begin() {
        begun = lately.getLast().jvm;
    }

    @Override
    public synchronized Map<String, Object> next(double seconds) {
        JvmSnapshot now = lately.getLast().jvm;
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("state", gone.getCount() == 0 ? "GONE" : "OBSERVED");
        tree.put("pid", pid);
        tree.put("cores", now.cores());
        tree.put("coresUsed", now.coreLoadSince(begun) * now.cores());
        // of the last 10 seconds, so that what comes seldom does not flicker
        tree.put("graph", GraphTree.of(WaitGraph.of(lately.getFirst().edges, lately.getLast().edges, List.of())));
        begun = now;
        return tree;
    }

    /** Waits until the JVM answers no more. */
    void awaitEnd() throws InterruptedException {
        gone.await();
    }

    @Override
    public void close() {
        watch.interrupt();
    }
}
