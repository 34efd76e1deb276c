package dev.multipool.capacity.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * How a service hands its calls from pool to pool: what its programmer knows and no ledger tells. Calibration fills in the
 * times.
 *
 * <p>Example, queryItems with 5 items: {@code new TaskShape("business", 1, 0, false, List.of(new TaskShape("common", 5, 0,
 * false, List.of(conversions, queries))))}.
 *
 * @param pool where the task runs
 * @param count how many of them its parent starts at once, and waits for
 * @param knownCpuMillis CPU time of one that is known beforehand, such as configured work; tasks of one pool that differ
 *     can't be told apart by its ledger, so what is measured beyond the known is divided evenly
 * @param waits whether it waits for something outside, such as Redis
 * @param subtasks groups of tasks that it starts, one group after the other
 * @param leases what it borrows, such as connections, one after the other
 */
public record TaskShape(
        String pool, int count, double knownCpuMillis, boolean waits, List<TaskShape> subtasks, List<Lease> leases) {

    /**
     * Something that a task borrows from a pool and holds for a part of its own time.
     *
     * @param lender the pool that lends it
     * @param waitShare of the task's waits for something outside, the part while it holds this, 0 to 1
     * @param cpuShare of the task's CPU time, the part while it holds this, 0 to 1
     */
    public record Lease(String lender, double waitShare, double cpuShare) {
        /** Validates. */
        public Lease {
            if (!(waitShare >= 0 && waitShare <= 1 && cpuShare >= 0 && cpuShare <= 1)) {
                throw new IllegalArgumentException("lease of " + lender + ": " + waitShare + " of the waits, "
                        + cpuShare + " of the CPU time (expected: both 0 to 1)");
            }
        }
    }

    /** A task that borrows nothing. */
    public TaskShape(String pool, int count, double knownCpuMillis, boolean waits, List<TaskShape> subtasks) {
        this(pool, count, knownCpuMillis, waits, subtasks, List.of());
    }

    /** Validates. */
    public TaskShape {
        if (count < 1) {
            throw new IllegalArgumentException("count of " + pool + ": " + count + " (expected: >= 1)");
        }
        if (!(knownCpuMillis >= 0)) {
            throw new IllegalArgumentException(
                    "knownCpuMillis of " + pool + ": " + knownCpuMillis + " (expected: >= 0)");
        }
        subtasks = List.copyOf(subtasks);
        leases = List.copyOf(leases);
    }

    /** Returns a call that is one task on one pool, and waits there: findUserInfo. */
    public static TaskShape single(String pool) {
        return new TaskShape(pool, 1, 0, true, List.of());
    }

    /** Returns the pools in the order in which a call comes to them. */
    public List<String> pools() {
        List<String> pools = new ArrayList<>(List.of(pool));
        subtasks.forEach(subtask -> pools.addAll(subtask.pools()));
        return pools.stream().distinct().toList();
    }

    /** Returns the pools that lend something to its tasks. */
    public List<String> lenders() {
        return Stream.concat(
                        leases.stream().map(Lease::lender),
                        subtasks.stream().flatMap(subtask -> subtask.lenders().stream()))
                .distinct()
                .toList();
    }

    /** What a call has on one pool. */
    record Visits(double tasks, double knownCpuMillis, double waitingTasks) {
        private static final Visits NONE = new Visits(0, 0, 0);

        private Visits plus(Visits other) {
            return new Visits(
                    tasks + other.tasks, knownCpuMillis + other.knownCpuMillis, waitingTasks + other.waitingTasks);
        }

        private Visits times(int factor) {
            return new Visits(factor * tasks, factor * knownCpuMillis, factor * waitingTasks);
        }
    }

    /** Returns what one call has on that pool. */
    Visits visits(String name) {
        Visits own = pool.equals(name) ? new Visits(1, knownCpuMillis, waits ? 1 : 0) : Visits.NONE;
        for (TaskShape subtask : subtasks) {
            own = own.plus(subtask.visits(name));
        }
        return own.times(count);
    }
}
