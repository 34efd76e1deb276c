package dev.multipool.pools;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Question: what does measuring cost? Setup: a measured pool, a bare ThreadPoolExecutor and one with the arrival-map
 * technique, each with as many threads as cores; 1, 2 and 8 submitters, each with up to 1024 tasks in flight. Reading the
 * result: tasks per second; compare executors at the same number of submitters, the measured one may be at most 5 % below
 * the bare one with the 20 µs task, and should be three times the arrival map with the empty one at 8 submitters.
 *
 * <p>How to run: {@code mvn -Pjmh -pl pools -am verify}. One unit of work is some nanoseconds; the setup prints how long
 * the task takes on this machine.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ExecutorBenchmark {

    private static final int BATCH = 1024;
    private static final int QUEUE = 10_000;

    @Param({"bare", "arrivalMap", "measured"})
    public String executor = "bare";

    @Param({"0", "10000"})
    public int work;

    private Executor target = Runnable::run;

    @Setup
    public void start() {
        int threads = Runtime.getRuntime().availableProcessors();
        target = switch (executor) {
            case "bare" ->
                new ThreadPoolExecutor(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(QUEUE));
            case "arrivalMap" -> new ArrivalMapExecutor(threads, QUEUE);
            default ->
                Pools.create(PoolConfig.builder("measured")
                        .threads(threads)
                        .queue(QUEUE)
                        .build());
        };
        printWork();
    }

    @TearDown
    public void stop() {
        if (target instanceof ArrivalMapExecutor map) {
            System.out.println(map.arrivalRatePerSecond() + "/s, dead time " + map.deadTimeRatio());
        }
        if (target instanceof ExecutorService service) {
            service.shutdownNow();
        } else if (target instanceof MeasuredPool pool) {
            System.out.println(pool.snapshot().tasks());
            pool.close();
        }
    }

    private void printWork() {
        int repeats = 20_000;
        long best = Long.MAX_VALUE;
        for (int round = 0; round < 5 && work > 0; round++) {
            long start = System.nanoTime();
            for (int i = 0; i < repeats / 10; i++) {
                Blackhole.consumeCPU(work);
            }
            best = Math.min(best, (System.nanoTime() - start) / (repeats / 10));
        }
        System.out.println("one task works for " + (work > 0 ? best : 0) + " ns");
    }

    @Benchmark
    @Threads(1)
    @OperationsPerInvocation(BATCH)
    public void submitters1() throws InterruptedException {
        submitBatch();
    }

    @Benchmark
    @Threads(2)
    @OperationsPerInvocation(BATCH)
    public void submitters2() throws InterruptedException {
        submitBatch();
    }

    @Benchmark
    @Threads(8)
    @OperationsPerInvocation(BATCH)
    public void submitters8() throws InterruptedException {
        submitBatch();
    }

    private void submitBatch() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(BATCH);
        for (int i = 0; i < BATCH; i++) {
            target.execute(new Task(done, work));
        }
        done.await();
    }

    /** A new object for each task, as requests are. */
    private static final class Task implements Runnable {

        private final CountDownLatch done;
        private final int work;

        Task(CountDownLatch done, int work) {
            this.done = done;
            this.work = work;
        }

        @Override
        public void run() {
            if (work > 0) {
                Blackhole.consumeCPU(work);
            }
            done.countDown();
        }
    }
}
