package dev.multipool.laboratory.diagnosis;

import dev.multipool.capacity.ErlangC;
import dev.multipool.laboratory.process.PoolLedger;
import dev.multipool.laboratory.process.PoolLedger.ThreadTime;
import dev.multipool.laboratory.process.ScheduledThreads;
import dev.multipool.laboratory.sampling.SampledPool;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One pool of an observation: what the sentences about it need. */
final class PoolView {
    /** A pool is large enough when its tasks queue for no longer than this part of their service time. */
    private static final double SHORT_QUEUE = 0.1;

    /** Part of the threads: times and their window are read one after the other. */
    private static final double COUNTED_ALIKE = 0.03;

    private final PoolLedger ledger;
    private final Optional<SampledPool> sampled;
    private final double runQueueSeconds;
    private final Optional<Integer> counted;

    PoolView(PoolLedger ledger, Observation seen) {
        this.ledger = ledger;
        this.sampled = seen.sampled(ledger.pool());
        Optional<ScheduledThreads> scheduled = seen.threads(ledger.pool());
        this.runQueueSeconds = scheduled.map(ScheduledThreads::runQueueSeconds).orElse(0.0);
        this.counted = scheduled.map(ScheduledThreads::threads);
    }

    String name() {
        return ledger.pool();
    }

    boolean worked() {
        return ledger.ratePerSecond() > 0;
    }

    /** Threads that there were, on average; where the scheduler counts about as many, as it counts them. */
    int threads() {
        ThreadTime times = ledger.threads();
        double average = (times.busySeconds() + times.idleSeconds()) / ledger.seconds();
        return counted.filter(count -> Math.abs(count - average) <= COUNTED_ALIKE * count)
                .orElse((int) Math.round(average));
    }

    double busyThreads() {
        return ledger.busyThreads();
    }

    /** Threads that are busy, and not by waiting for other pools. */
    double workingThreads() {
        return busyThreads() * Math.max(0, 1 - joinShareOfBusy());
    }

    double threadsWaitingForACore() {
        return runQueueSeconds / ledger.seconds();
    }

    double busyShare() {
        return ledger.threads().share(ledger.threads().busySeconds());
    }

    double idleShare() {
        return ledger.threads().share(ledger.threads().idleSeconds());
    }

    double queueMillis() {
        return ledger.meanQueueMillis();
    }

    double serviceMillis() {
        return ledger.meanServiceMillis();
    }

    /** Tasks queued or in service, on average. */
    double activeTasks() {
        return ledger.activeTasks();
    }

    double ratePerSecond() {
        return ledger.ratePerSecond();
    }

    /** Of the time in tasks, 0 to 1. */
    double joinShareOfBusy() {
        return ofBusy(ledger.threads().joinWaitSeconds());
    }

    /** Of the time in tasks, 0 to 1. */
    double ioShareOfBusy() {
        return ofBusy(ledger.threads().ioWaitSeconds());
    }

    /** Of the time in tasks; may be more than 1, as threads also wait for a core to take a task. */
    double runQueueShareOfBusy() {
        return ofBusy(runQueueSeconds);
    }

    /** Of a task's time, that on a core; null where it is not measured. */
    @Nullable
    Double cpuMillis() {
        Double cpu = ledger.threads().cpuSeconds();
        return cpu == null ? null : perTaskMillis(cpu);
    }

    double ioMillis() {
        return perTaskMillis(ledger.threads().ioWaitSeconds());
    }

    double runQueueMillis() {
        return perTaskMillis(runQueueSeconds);
    }

    /**
     * Of a task's time, that in which it waited for Redis: the counted I/O wait, divided as the samples are. Empty without
     * samples, as counters do not tell one dependency from another.
     */
    Optional<Double> redisMillis() {
        return sampled.map(SampledPool::states)
                .filter(states -> states.waiting().redis() + states.waiting().otherIo() > 0)
                .map(states -> ioMillis()
                        * states.waiting().redis()
                        / (states.waiting().redis() + states.waiting().otherIo()));
    }

    /** The fewest threads with which tasks that come at random would hardly queue, by Erlang's formula. */
    int threadsEnough() {
        double busy = busyThreads();
        int threads = Math.max(1, (int) Math.floor(busy) + 1);
        while (new ErlangC(threads, busy).meanQueueTime() > SHORT_QUEUE) {
            threads++;
        }
        return threads;
    }

    private double ofBusy(double seconds) {
        double busy = ledger.threads().busySeconds();
        return busy > 0 ? seconds / busy : 0;
    }

    private double perTaskMillis(double seconds) {
        double rate = ledger.ratePerSecond() * ledger.seconds();
        return rate > 0 ? 1000 * seconds / rate : 0;
    }
}
