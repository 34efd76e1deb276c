package dev.multipool.pools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pepperdine's four experiments on a clock of our own; {@link LittlesLawIT} repeats them on the machine's. */
class LittlesLawTest {

    private static final int ROUNDS = 200;
    private static final Duration SERVICE_TIME = Duration.ofMillis(10);

    private final ManualClock clock = new ManualClock();
    private final MBeanServer server = MBeanServerFactory.newMBeanServer();

    /** Whoever is served calls again at once, and all that are served together end together. */
    @ParameterizedTest
    @CsvSource({"1, 1, 0.0", "1, 10, 0.9", "4, 10, 0.6", "8, 10, 0.2"})
    void ledger_ofAClosedLoop_showsWhoWaits(int threads, int clients, double deadTimeRatio) throws Exception {
        Deque<BlockedTask> waiting = new ArrayDeque<>();
        try (MeasuredPool pool = Pools.create(
                        PoolConfig.builder("experiment")
                                .threads(threads)
                                .queue(100)
                                .build(),
                        clock);
                PoolManagement management = PoolManagement.register(pool, server)) {
            for (int i = 0; i < clients; i++) {
                waiting.add(call(pool));
            }
            for (int round = 0; round < ROUNDS; round++) {
                List<BlockedTask> served = new ArrayList<>();
                for (int i = 0; i < threads; i++) {
                    served.add(waiting.remove());
                }
                awaitRunning(served);
                clock.advance(SERVICE_TIME);
                served.forEach(BlockedTask::release);
                served.forEach(task -> waiting.add(call(pool)));
            }
            // who was served last has ended when the next are served
            awaitRunning(waiting.stream().limit(threads).toList());

            assertThat(number(management, "CompletionsTasks")).isEqualTo(ROUNDS * threads);
            assertThat(number(management, "RatioOfDeadTimeToResponseTime")).isCloseTo(deadTimeRatio, within(0.02));
            assertThat(number(management, "LittlesLawConcurrencyTasks")).isBetween(0.97 * clients, 1.0 * clients);
            assertThat(number(management, "LittleResidualRatio")).isLessThan(0.03);
            waiting.forEach(BlockedTask::release);
        }
    }

    private static BlockedTask call(MeasuredPool pool) {
        BlockedTask task = new BlockedTask();
        pool.execute(task);
        return task;
    }

    private static void awaitRunning(List<BlockedTask> tasks) throws InterruptedException {
        for (BlockedTask task : tasks) {
            assertThat(task.running.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    private double number(PoolManagement management, String attribute) throws Exception {
        return ((Number) server.getAttribute(management.objectName(), attribute)).doubleValue();
    }
}
