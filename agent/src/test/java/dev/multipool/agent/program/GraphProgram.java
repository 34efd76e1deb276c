package dev.multipool.agent.program;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/** Tasks that have others done by other pools, and wait for these or not. */
public final class GraphProgram {

    private static final int CALLS = 100;

    private final ThreadPoolExecutor outer = pool("outer", 3);
    private final ThreadPoolExecutor inner = pool("inner", 4);
    private final ThreadPoolExecutor log = pool("log", 1);
    private final LongAdder joinNanos = new LongAdder();

    private GraphProgram() {}

    /** Runs the scenario that is named. */
    public static void main(String[] arguments) throws Exception {
        GraphProgram program = new GraphProgram();
        switch (arguments[0]) {
            case "futures" -> program.run(program::futures);
            case "latch" -> program.run(program::latch);
            case "completable" -> program.run(program::completable);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private void run(Callable<?> call) throws Exception {
        List<Future<?>> calls = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            calls.add(outer.submit(call));
        }
        for (Future<?> each : calls) {
            each.get();
        }
        Ledgers.awaitEnds("outer", CALLS);
        Ledgers.figure("join", (double) joinNanos.sum());
        Ledgers.figure("ledgerJoin", Ledgers.read("outer", "JoinWaitNanos"));
        Ledgers.figure("innerJoin", Ledgers.read("inner", "JoinWaitNanos"));
        printEdges();
        System.exit(0);
    }

    /** Three, and another one after them; what is written down meanwhile takes longer, and nobody waits for it. */
    private Void futures() throws Exception {
        log.execute(() -> sleep(4));
        List<Future<?>> parts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            parts.add(inner.submit(() -> sleep(2)));
        }
        long begun = System.nanoTime();
        for (Future<?> part : parts) {
            part.get();
        }
        long joined = System.nanoTime() - begun;
        Future<?> last = inner.submit(() -> sleep(2));
        begun = System.nanoTime();
        last.get(10, TimeUnit.SECONDS);
        joinNanos.add(joined + System.nanoTime() - begun);
        return null;
    }

    private Void latch() throws Exception {
        log.execute(() -> sleep(4));
        for (int phase = 0; phase < 2; phase++) {
            CountDownLatch left = new CountDownLatch(2);
            for (int i = 0; i < 2; i++) {
                inner.execute(() -> {
                    sleep(2);
                    left.countDown();
                });
            }
            long begun = System.nanoTime();
            if (!left.await(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("not in time");
            }
            joinNanos.add(System.nanoTime() - begun);
        }
        return null;
    }

    /** Three, and then an answer from somewhere else. */
    private Void completable() {
        log.execute(() -> sleep(4));
        List<CompletableFuture<Void>> parts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            parts.add(CompletableFuture.runAsync(() -> sleep(6), inner));
        }
        CompletableFuture<Void> all = CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new));
        long begun = System.nanoTime();
        all.join();
        joinNanos.add(System.nanoTime() - begun);
        CompletableFuture<Void> answer = new CompletableFuture<>();
        new Thread(() -> {
                    sleep(2);
                    answer.complete(null);
                })
                .start();
        answer.join();
        return null;
    }

    /** Prints what {@code dev.multipool:type=PoolGraph} tells of each edge. */
    static void printEdges() throws JMException {
        CompositeData[] rows = (CompositeData[]) ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName("dev.multipool:type=PoolGraph"), "Edges");
        for (CompositeData row : rows) {
            for (String key : new String[] {"calls", "tasks", "waitingCalls", "joinNanos"}) {
                Ledgers.figure(
                        row.get("from") + ">" + row.get("to") + "#" + row.get("phase") + "." + key,
                        ((Number) row.get(key)).doubleValue());
            }
        }
    }

    private static ThreadPoolExecutor pool(String name, int threads) {
        AtomicInteger number = new AtomicInteger();
        return new ThreadPoolExecutor(
                threads,
                threads,
                1,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                task -> new Thread(task, name + "-" + number.incrementAndGet()));
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
