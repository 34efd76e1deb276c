package dev.multipool.agent.program;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/** Tasks that have others done by other pools, and wait for these or not. */
public final class GraphProgram {

    private static final int CALLS = 100;

    private final ExecutorService outer;
    private final ThreadPoolExecutor inner = pool("inner", 4);
    private final ThreadPoolExecutor log = pool("log", 1);
    private final LongAdder joinNanos = new LongAdder();

    private GraphProgram(ExecutorService outer) {
        this.outer = outer;
    }

    /** Runs the scenario that is named. */
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("cycle")) {
            cycle();
            return;
        }
        GraphProgram program = new GraphProgram(outer(arguments[0]));
        switch (arguments[0]) {
            case "futures", "fork-join", "virtual" -> program.run(program::futures);
            case "latch" -> program.run(program::latch);
            case "completable" -> program.run(program::completable);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static ExecutorService outer(String scenario) throws ReflectiveOperationException {
        return switch (scenario) {
            case "fork-join" -> new ForkJoinPool(3, forkJoin -> named(forkJoin), null, false);
            case "virtual" -> virtual();
            default -> pool("outer", 3);
        };
    }

    private static ForkJoinWorkerThread named(ForkJoinPool pool) {
        ForkJoinWorkerThread thread = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
        thread.setName("outer-" + thread.getPoolIndex());
        return thread;
    }

    /** Of JDK 21: a virtual thread for each task. */
    private static ExecutorService virtual() throws ReflectiveOperationException {
        Class<?> builders = Class.forName("java.lang.Thread$Builder");
        Object builder = builders.getMethod("name", String.class, long.class)
                .invoke(Thread.class.getMethod("ofVirtual").invoke(null), "outer-", 0L);
        Object factory = builders.getMethod("factory").invoke(builder);
        return (ExecutorService) Executors.class
                .getMethod("newThreadPerTaskExecutor", ThreadFactory.class)
                .invoke(null, factory);
    }

    /** Tasks of two pools wait for each other: once one by one, and then so that no thread is left to end a wait. */
    private static void cycle() throws Exception {
        ThreadPoolExecutor alpha = pool("alpha", 2);
        ThreadPoolExecutor beta = pool("beta", 3);
        CycleNews news = CycleNews.listen();
        Callable<Object> outward =
                () -> beta.submit(() -> alpha.submit(() -> {}).get()).get();
        alpha.submit(outward).get();
        news.await("dev.multipool.cycle");
        CyclicBarrier all = new CyclicBarrier(2);
        for (int i = 0; i < 2; i++) {
            FutureTask<Object> stuck = new FutureTask<>(() -> {
                all.await();
                return outward.call();
            });
            alpha.execute(stuck);
        }
        news.await("dev.multipool.stuck");
        Ledgers.figure("told", news.size());
        System.exit(0);
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

    /** Three, and then, when what is written down has ended, too, an answer from somewhere else. */
    private Void completable() {
        AtomicBoolean written = new AtomicBoolean();
        log.execute(() -> {
            sleep(4);
            written.set(true);
        });
        List<CompletableFuture<Void>> parts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            parts.add(CompletableFuture.runAsync(() -> sleepUntil(written), inner));
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
            for (String key : new String[] {"calls", "tasks", "waitingCalls", "joinNanos", "holdNanos"}) {
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

    /** Sleeps, which is no join: 6 ms at least. */
    private static void sleepUntil(AtomicBoolean condition) {
        do {
            sleep(6);
        } while (!condition.get());
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
