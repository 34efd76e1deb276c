package dev.multipool.pools;

/**
 * What a pool's ledger held at one moment, or what was added to it in a window: immutable and consistent with itself.
 *
 * <p>A snapshot covers the time since the pool was created. {@link #since} makes the snapshot of a window out of two;
 * since nothing is reset, readers with windows of their own don't disturb each other.
 *
 * <p>Example: a fixed pool of 4 threads ran 1000 tasks of 3 ms each in a window of 1 s. It was busy for 3 of 4 thread
 * seconds: {@code utilization()} is 0.75 and {@code throughputPerSecond()} 1000.
 *
 * <p><b>Invariants:</b> (1) each task's end is in here with all of its figures or not at all. So {@code
 * serviceTimeNanos().count()} is the number of tasks that were run; (2) {@link TaskCounts}' sum holds exactly; (3) {@code
 * 0 <= busyNanos <= workerNanos} up to what passes while the snapshot is
 * made, some microseconds per thread.
 *
 * @param state the pool at the end of the window
 * @param startNanos when the window began, on the pool's clock
 * @param endNanos when it ended
 * @param counts tasks by outcome
 * @param times thread time by use
 * @param tasks distributions over tasks
 */
public record LedgerSnapshot(
        PoolState state, long startNanos, long endNanos, TaskCounts counts, WorkerTimes times, TaskTimes tasks) {

    /**
     * Returns what happened between {@code earlier} and this snapshot.
     *
     * @throws IllegalArgumentException when {@code earlier} is of another pool, or not earlier
     */
    public LedgerSnapshot since(LedgerSnapshot earlier) {
        if (!earlier.state.name().equals(state.name())
                || earlier.startNanos != startNanos
                || endNanos - earlier.endNanos < 0) {
            throw new IllegalArgumentException("earlier: " + earlier.state.name() + " at " + earlier.endNanos
                    + " (expected: an earlier snapshot of pool " + state.name() + ")");
        }
        return new LedgerSnapshot(
                state,
                earlier.endNanos,
                endNanos,
                counts.minus(earlier.counts),
                times.minus(earlier.times),
                tasks.minus(earlier.tasks));
    }

    /** Returns this snapshot as bytes, for a reader in another JVM: some kilobytes. */
    public byte[] toBytes() {
        return LedgerBytes.write(this);
    }

    /**
     * Returns the snapshot that {@link #toBytes} wrote.
     *
     * @throws IllegalArgumentException when the bytes are something else, or of another version
     */
    public static LedgerSnapshot fromBytes(byte[] bytes) {
        return LedgerBytes.read(bytes);
    }

    /** Returns the pool's name. */
    public String poolName() {
        return state.name();
    }

    /** Returns the length of the window. */
    public long windowNanos() {
        return endNanos - startNanos;
    }

    /** Returns the tasks offered to the pool in the window, the rejected ones too. */
    public long arrivals() {
        return counts.arrivals();
    }

    /** Returns the tasks that ran and returned. */
    public long completions() {
        return counts.completions();
    }

    /** Returns the tasks that ran and threw. */
    public long failures() {
        return counts.failures();
    }

    /** Returns the tasks rejected for one reason. */
    public long rejections(RejectReason reason) {
        return counts.rejections().of(reason);
    }

    /** Returns how many tasks were queued or in service at the window's end. */
    public int inFlight() {
        return state.inFlight();
    }

    /** Returns how many tasks were queued at the window's end. */
    public int queueDepth() {
        return state.queueDepth();
    }

    /** Returns task start - enqueue, of the tasks that were run. */
    public Distribution queueTimeNanos() {
        return tasks.queueTimeNanos();
    }

    /** Returns task end - task start. */
    public Distribution serviceTimeNanos() {
        return tasks.serviceTimeNanos();
    }

    /** Returns the rate λ at which tasks were offered. */
    public double arrivalRatePerSecond() {
        return perSecond(counts.arrivals());
    }

    /** Returns the rate X at which tasks that ran ended well. */
    public double throughputPerSecond() {
        return perSecond(counts.completions());
    }

    /** Returns busy thread time over thread time, 0 to 1; 0 when the pool had no thread. */
    public double utilization() {
        return ratio(times.busyNanos(), times.workerNanos());
    }

    /** Returns CPU time in service over thread time, 0 to 1; NaN where CPU time is not measured. */
    public double usefulUtilization() {
        return times.cpuNanos() < 0 ? Double.NaN : ratio(times.cpuNanos(), times.workerNanos());
    }

    /** Returns the mean number of tasks queued or in service: L, as it was measured over time. */
    public double concurrency() {
        return ratio(tasks.concurrencyNanos(), windowNanos());
    }

    /**
     * Returns λW: the rate at which accepted tasks left times the mean time that they spent here. Equals {@link
     * #concurrency()} in steady state: J. D. C. Little, "A Proof for the Queuing Formula: L = λW", Operations Research
     * 9/3 (1961).
     */
    public double littlesLawConcurrency() {
        return ratio(tasks.inSystemNanos(), windowNanos());
    }

    /**
     * Returns by how much {@link #littlesLawConcurrency()} misses {@link #concurrency()}, as a part of the latter: 0 in
     * steady state. A large one says that the window caught the pool filling up or draining, so its means mean little.
     */
    public double littleResidual() {
        double measured = concurrency();
        return measured == 0 ? 0 : Math.abs(measured - littlesLawConcurrency()) / measured;
    }

    /** Returns queue time over queue time and service time, 0 to 1: K. Pepperdine's dead-time ratio. */
    public double deadTimeRatio() {
        long queued = tasks.queueTimeNanos().sum();
        return ratio(queued, queued + tasks.serviceTimeNanos().sum());
    }

    /** Returns blocked time over CPU time, the W/C of B. Goetz; NaN where CPU time is not measured. */
    public double waitComputeRatio() {
        return times.cpuNanos() <= 0 ? Double.NaN : ratio(times.blockedNanos(), times.cpuNanos());
    }

    private double perSecond(long count) {
        return ratio(count, windowNanos()) * 1e9;
    }

    private static double ratio(long part, long whole) {
        return whole <= 0 ? 0 : (double) part / whole;
    }
}
