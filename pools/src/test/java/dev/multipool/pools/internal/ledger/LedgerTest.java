package dev.multipool.pools.internal.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import dev.multipool.pools.Distribution;
import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.ManualClock;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.RejectReason;
import dev.multipool.pools.TaskCounts;
import dev.multipool.pools.TaskOutcome;
import dev.multipool.pools.WaitCause;
import dev.multipool.pools.WorkerTimes;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class LedgerTest {

    private static final PoolConfig CONFIG = PoolConfig.parse("p", "fixed:threads=2,queue=100");
    private static final long MS = 1_000_000;

    private final ManualClock clock = new ManualClock();
    private final Ledger ledger = new Ledger(clock);
    private long cpuNanos;

    private LedgerSnapshot snapshot() {
        return ledger.snapshot(CONFIG, () -> cpuNanos);
    }

    private void advance(long millis) {
        clock.advance(Duration.ofMillis(millis));
    }

    /** Two workers; one task queued for 4 ms and served for 6, another served at once for 10 ms. */
    private void runTwoTasks() {
        ledger.workers(2, clock.nanoTime());
        long arrival = clock.nanoTime();
        ledger.arrived(arrival, 0);
        ledger.arrived(arrival, 3);
        ledger.started(arrival);
        advance(4);
        long secondStart = clock.nanoTime();
        ledger.started(secondStart);
        advance(6);
        ledger.ended(TaskOutcome.COMPLETED, arrival, arrival, clock.nanoTime(), false);
        ledger.ended(TaskOutcome.FAILED, arrival, secondStart, clock.nanoTime(), false);
    }

    @Test
    void snapshot_ofTwoTasks_hasTheirFigures() {
        runTwoTasks();
        advance(10);
        cpuNanos = 4 * MS;

        LedgerSnapshot snapshot = snapshot();

        assertThat(snapshot.windowNanos()).isEqualTo(20 * MS);
        assertThat(snapshot.completions()).isEqualTo(1);
        assertThat(snapshot.failures()).isEqualTo(1);
        assertThat(snapshot.arrivalRatePerSecond()).isEqualTo(100);
        assertThat(snapshot.throughputPerSecond()).isEqualTo(50);
        assertThat(snapshot.queueTimeNanos().sum()).isEqualTo(4 * MS);
        assertThat(snapshot.serviceTimeNanos().sum()).isEqualTo(16 * MS);
        assertThat(snapshot.tasks().queueDepth().max()).isEqualTo(3);
        assertThat(snapshot.times().workerNanos()).isEqualTo(40 * MS);
        assertThat(snapshot.times().idleNanos()).isEqualTo(24 * MS);
        assertThat(snapshot.utilization()).isCloseTo(0.4, within(1e-9));
        assertThat(snapshot.usefulUtilization()).isCloseTo(0.1, within(1e-9));
        assertThat(snapshot.deadTimeRatio()).isCloseTo(0.2, within(1e-9));
        assertThat(snapshot.waitComputeRatio()).isCloseTo(3.0, within(1e-9));
        assertThat(snapshot.concurrency()).isCloseTo(1.0, within(1e-9));
        assertThat(snapshot.littleResidual()).isZero();
    }

    @Test
    void snapshot_whileTasksAreInFlight_countsTheirTimeSoFar() {
        ledger.workers(1, clock.nanoTime());
        ledger.arrived(clock.nanoTime(), 0);
        ledger.started(clock.nanoTime());
        advance(5);
        ledger.arrived(clock.nanoTime(), 0);
        advance(5);

        LedgerSnapshot snapshot = snapshot();

        assertThat(snapshot.state().active()).isEqualTo(1);
        assertThat(snapshot.queueDepth()).isEqualTo(1);
        assertThat(snapshot.times().busyNanos()).isEqualTo(10 * MS);
        assertThat(snapshot.concurrency()).isCloseTo(1.5, within(1e-9));
        assertThat(snapshot.littleResidual()).isEqualTo(1.0);
    }

    @Test
    void waited_isSplitByCauseAndTheRestIsOther() {
        runTwoTasks();
        ledger.waited(WaitCause.JOIN, 5 * MS);
        ledger.waited(WaitCause.IO, 3 * MS);
        ledger.waited(WaitCause.LOCK, MS);
        cpuNanos = 4 * MS;

        WorkerTimes times = snapshot().times();

        assertThat(times.joinWaitNanos()).isEqualTo(5 * MS);
        assertThat(times.ioWaitNanos()).isEqualTo(3 * MS);
        assertThat(times.lockWaitNanos()).isEqualTo(MS);
        assertThat(times.blockedNanos()).isEqualTo(12 * MS);
        assertThat(times.otherWaitNanos()).isEqualTo(3 * MS);
    }

    @Test
    void since_givesEachReaderItsOwnWindow() {
        LedgerSnapshot start = snapshot();
        runTwoTasks();
        LedgerSnapshot middle = snapshot();
        runTwoTasks();
        LedgerSnapshot end = snapshot();

        assertThat(middle.since(start).completions()).isEqualTo(1);
        assertThat(end.since(middle).completions()).isEqualTo(1);
        assertThat(end.since(start).completions()).isEqualTo(2);
        assertThat(end.since(start).serviceTimeNanos().count()).isEqualTo(4);
        assertThat(end.since(middle).serviceTimeNanos().sum()).isEqualTo(16 * MS);
        assertThat(end.since(middle).windowNanos()).isEqualTo(10 * MS);
        assertThat(end.since(middle).littleResidual()).isZero();
        assertThatThrownBy(() -> middle.since(end)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void snapshot_whileManyThreadsRecord_isConsistentEveryTime() throws Exception {
        Ledger busy = new Ledger(NanoClock.system());
        AtomicBoolean stop = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Thread thread = new Thread(() -> record(busy, stop));
            thread.start();
            threads.add(thread);
        }

        LedgerSnapshot before = busy.snapshot(CONFIG, () -> -1);
        for (int i = 0; i < 30; i++) {
            LedgerSnapshot now = busy.snapshot(CONFIG, () -> -1);
            TaskCounts counts = now.counts();
            assertThat(counts.arrivals()).isEqualTo(counts.ended() + now.inFlight());
            assertThat(now.state().active()).isNotNegative();
            assertThat(now.queueDepth()).isNotNegative();
            assertThat(now.serviceTimeNanos().count())
                    .isEqualTo(now.queueTimeNanos().count())
                    .isEqualTo(counts.completions());
            assertThat(now.times().busyNanos())
                    .isGreaterThanOrEqualTo(now.serviceTimeNanos().sum());
            assertThat(now.since(before).arrivals()).isNotNegative();
            assertThat(now.since(before).times().busyNanos()).isNotNegative();
            before = now;
        }
        stop.set(true);
        for (Thread thread : threads) {
            thread.join();
        }

        LedgerSnapshot end = busy.snapshot(CONFIG, () -> -1);
        assertThat(end.inFlight()).isZero();
    }

    @Test
    void recording_inSteadyState_allocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        recordTasks(10_000);

        long before = threads.getCurrentThreadAllocatedBytes();
        recordTasks(10_000);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        // not a byte per task; the JVM itself may allocate a little meanwhile
        assertThat(allocated).isLessThan(10_000);
    }

    private void recordTasks(int tasks) {
        for (int i = 0; i < tasks; i++) {
            long now = i * MS;
            ledger.arrived(now, i % 50);
            ledger.started(now + MS);
            ledger.waited(WaitCause.IO, 5);
            ledger.ended(TaskOutcome.COMPLETED, now, now + MS, now + 2 * MS, false);
        }
    }

    private static void record(Ledger ledger, AtomicBoolean stop) {
        NanoClock clock = NanoClock.system();
        while (!stop.get()) {
            long arrival = clock.nanoTime();
            ledger.arrived(arrival, 1);
            long start = clock.nanoTime();
            ledger.started(start);
            ledger.ended(TaskOutcome.COMPLETED, arrival, start, clock.nanoTime(), false);
            ledger.rejected(RejectReason.QUEUE_FULL);
        }
    }

    @Test
    void record_ofValuesThatGrow_losesNone() {
        long sum = 0;
        for (long nanos = 1; nanos > 0; nanos *= 2) {
            ledger.arrived(0, 0);
            ledger.started(0);
            ledger.ended(TaskOutcome.COMPLETED, 0, 0, nanos, false);
            sum += nanos;
        }

        Distribution service = snapshot().serviceTimeNanos();

        assertThat(service.count()).isEqualTo(63);
        assertThat(service.sum()).isEqualTo(sum);
        assertThat(service.max()).isGreaterThanOrEqualTo(1L << 62);
        assertThat(snapshot().since(snapshot()).serviceTimeNanos().count()).isZero();
    }

    @Test
    void told_isServiceTimeOfNoTask_alsoWhileItGoesOn() {
        ledger.workers(1, clock.nanoTime());
        long start = clock.nanoTime();
        ledger.arrived(start, 0);
        ledger.started(start);
        advance(4);
        long end = clock.nanoTime();
        ledger.ended(TaskOutcome.COMPLETED, start, start, end, true);
        advance(3);
        LedgerSnapshot telling = snapshot();
        ledger.told(end, clock.nanoTime());
        advance(2);

        assertThat(telling.times().busyNanos()).isEqualTo(7 * MS);
        assertThat(telling.inFlight()).isZero();
        assertThat(snapshot().times().busyNanos()).isEqualTo(7 * MS);
        assertThat(snapshot().serviceTimeNanos().sum()).isEqualTo(7 * MS);
        assertThat(snapshot().serviceTimeNanos().count()).isEqualTo(1);
    }

    @Test
    void turnedAway_afterItsArrival_isRejectedAndWasNeverHere() {
        ledger.arrived(clock.nanoTime(), 0);
        advance(3);
        ledger.arrived(clock.nanoTime(), 1);
        ledger.turnedAway(RejectReason.QUEUE_FULL, clock.nanoTime());
        advance(7);

        LedgerSnapshot snapshot = snapshot();

        assertThat(snapshot.arrivals()).isEqualTo(2);
        assertThat(snapshot.rejections(RejectReason.QUEUE_FULL)).isEqualTo(1);
        assertThat(snapshot.inFlight()).isEqualTo(1);
        assertThat(snapshot.concurrency()).isCloseTo(1.0, within(1e-9));
    }
}
