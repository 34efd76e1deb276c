package dev.multipool.pools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Question: does the ledger show what K. Pepperdine's four experiments showed ("Tuning the Size of Your Thread Pool",
 * InfoQ 2013)?
 *
 * <p>Hypothesis: closed-loop clients that find c threads spend (clients - c) / clients of their response time queued: 0,
 * 90, 60 and 20 %; he published 0.1, 90, 60 and 19 %, and 0.98, 10, 10 and 10 active requests.
 *
 * <p>Setup: his pools (1, 1, 4 and 8 threads) and clients (1, 10, 10 and 10). The task alternates computing and sleeping
 * as his did; how much it computes scales with the machine's cores, so that 8 threads need most of them. 5 s a run
 * instead of 30 s. Figures are read from the MXBean.
 *
 * <p>Reading the result: one printed line for each experiment. Retired requests depend on the machine; only that more
 * threads retire more is checked.
 *
 * <p>How to run: {@code mvn -pl pools -am verify -Pfull -DskipUnitTests -Dit.test=LittlesLawIT}.
 */
@Tag("full")
class LittlesLawIT {

    private static final Duration RUN = Duration.ofSeconds(5);
    private static final int STEPS = 2;
    private static final int SLEEP_MILLIS = 4;
    private static final double MOST_THREADS = 8;

    /** CPU milliseconds of one step, so that 8 threads use about 80 % of the cores. */
    private static final double CPU_MILLIS = cpuMillis(Runtime.getRuntime().availableProcessors());

    private final MBeanServer server = MBeanServerFactory.newMBeanServer();

    private record Result(double activeRequests, double deadTimeRatio, double residual, long retired) {}

    private static double cpuMillis(int cores) {
        double part = Math.min(0.5, 0.8 * cores / MOST_THREADS);
        return SLEEP_MILLIS * part / (1 - part);
    }

    @Test
    void ledger_ofTheFourExperiments_showsThePublishedRatios() throws Exception {
        Result one = experiment(1, 1, 1);
        Result two = experiment(2, 1, 10);
        Result three = experiment(3, 4, 10);
        Result four = experiment(4, 8, 10);

        // on a busy machine the clients take a while to call again: fewer active, less dead time
        assertThat(one.deadTimeRatio()).isBetween(0.0, 0.08);
        assertThat(two.deadTimeRatio()).isCloseTo(0.90, within(0.02));
        assertThat(three.deadTimeRatio()).isCloseTo(0.60, within(0.03));
        assertThat(four.deadTimeRatio()).isCloseTo(0.19, within(0.06));
        assertThat(one.activeRequests()).isBetween(0.9, 1.0);
        assertThat(List.of(two, three, four))
                .allSatisfy(result -> assertThat(result.activeRequests()).isBetween(9.0, 10.0));
        assertThat(List.of(one, two, three, four))
                .allSatisfy(result -> assertThat(result.residual()).isLessThan(0.03));
        assertThat(three.retired()).isGreaterThan(2 * two.retired());
        assertThat(four.retired()).isGreaterThan(three.retired());
    }

    private Result experiment(int number, int threads, int clients) throws Exception {
        MeasuredPool pool = Pools.create(PoolConfig.builder("experiment" + number)
                .threads(threads)
                .queue(100)
                .build());
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            Thread caller = new Thread(() -> callUntil(over, pool), "client-" + i);
            caller.start();
            callers.add(caller);
        }
        try (PoolManagement management = PoolManagement.register(pool, server)) {
            Thread.sleep(RUN.toMillis());

            Result result = new Result(
                    number(management, "LittlesLawConcurrencyTasks"),
                    number(management, "RatioOfDeadTimeToResponseTime"),
                    number(management, "LittleResidualRatio"),
                    (long) number(management, "CompletionsTasks"));
            System.out.printf(
                    "experiment %d: %d threads, %d clients, %d cores: active %.2f, dead time %.1f %%, residual %.2f %%, "
                            + "useful utilization %.2f, W/C %.2f, retired %d%n",
                    number,
                    threads,
                    clients,
                    Runtime.getRuntime().availableProcessors(),
                    result.activeRequests(),
                    100 * result.deadTimeRatio(),
                    100 * result.residual(),
                    number(management, "UsefulUtilizationRatio"),
                    number(management, "WaitComputeRatio"),
                    result.retired());
            return result;
        } finally {
            over.set(true);
            for (Thread caller : callers) {
                caller.join();
            }
            pool.close();
        }
    }

    private double number(PoolManagement management, String attribute) throws Exception {
        return ((Number) server.getAttribute(management.objectName(), attribute)).doubleValue();
    }

    private static void callUntil(AtomicBoolean over, MeasuredPool pool) {
        while (!over.get()) {
            CountDownLatch done = new CountDownLatch(1);
            pool.execute(() -> {
                work();
                done.countDown();
            });
            try {
                done.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static void work() {
        try {
            for (int i = 0; i < STEPS; i++) {
                long until = System.nanoTime() + (long) (CPU_MILLIS * 1e6);
                while (System.nanoTime() < until) {
                    Thread.onSpinWait();
                }
                Thread.sleep(SLEEP_MILLIS);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
