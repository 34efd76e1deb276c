package dev.multipool.capacity.calibration;

import dev.multipool.capacity.calibration.TaskShape.Lease;
import dev.multipool.capacity.sim.Delay;
import dev.multipool.capacity.sim.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What one task of a call needs, and the tasks that it waits for.
 *
 * @param pool where it runs
 * @param count how many of them its parent starts at once
 * @param cpuMillis of one, without its subtasks
 * @param blocked how long it holds its thread without computing, without the time that it waits for subtasks
 * @param subtasks groups of tasks that it starts and waits for, one group after the other
 * @param leases what it borrows, one after the other
 */
public record TaskProfile(
        String pool, int count, double cpuMillis, Blocked blocked, List<TaskProfile> subtasks, List<Lease> leases) {

    /** A task that borrows nothing. */
    public TaskProfile(String pool, int count, double cpuMillis, Blocked blocked, List<TaskProfile> subtasks) {
        this(pool, count, cpuMillis, blocked, subtasks, List.of());
    }

    /** Parts of a wait that come from rounding alone. */
    private static final double SMALLEST_SHARE = 1e-9;

    /**
     * The time without computing.
     *
     * @param millis its mean
     * @param cv the standard deviation over the mean
     * @param cpuMillis CPU time that other threads of the process use for it, such as a driver's event loop: on top
     */
    public record Blocked(double millis, double cv, double cpuMillis) {
        /** A task that never waits. */
        public static final Blocked NEVER = new Blocked(0, 0, 0);

        /** Validates. */
        public Blocked {
            if (!(millis >= 0) || !(cv >= 0) || !(cpuMillis >= 0)) {
                throw new IllegalArgumentException(
                        "blocked: " + millis + " ms, cv " + cv + ", cpu " + cpuMillis + " ms (expected: all >= 0)");
            }
        }

        boolean isNever() {
            return millis == 0 && cpuMillis == 0;
        }

        private Blocked withCpu(double newCpuMillis) {
            return new Blocked(millis, cv, newCpuMillis);
        }
    }

    /** Validates. */
    public TaskProfile {
        if (count < 1) {
            throw new IllegalArgumentException("tasks of " + pool + ": " + count + " (expected: >= 1)");
        }
        if (!(cpuMillis >= 0)) {
            throw new IllegalArgumentException("cpuMillis of " + pool + ": " + cpuMillis + " (expected: >= 0)");
        }
        subtasks = List.copyOf(subtasks);
        leases = List.copyOf(leases);
    }

    /** Returns the pools in the order in which a call comes to them. */
    public List<String> pools() {
        List<String> pools = new ArrayList<>(List.of(pool));
        subtasks.forEach(subtask -> pools.addAll(subtask.pools()));
        return pools.stream().distinct().toList();
    }

    /** Returns how many tasks a call is. */
    int tasks() {
        return count * (1 + subtasks.stream().mapToInt(TaskProfile::tasks).sum());
    }

    /** Returns how long a task holds its thread when nobody is in the way. */
    public double holdingMillis() {
        return cpuMillis
                + blocked.millis()
                + blocked.cpuMillis()
                + subtasks.stream().mapToDouble(TaskProfile::holdingMillis).sum();
    }

    /** Returns how long a task only waits when nobody is in the way, its subtasks' waits among it. */
    double waitingMillis() {
        return blocked.millis()
                + subtasks.stream().mapToDouble(TaskProfile::waitingMillis).sum();
    }

    /** Returns for how long a call holds threads of that pool, summed over its tasks, when nobody is in the way. */
    public double holdingMillis(String name) {
        return count
                * ((pool.equals(name) ? holdingMillis() : 0)
                        + subtasks.stream()
                                .mapToDouble(subtask -> subtask.holdingMillis(name))
                                .sum());
    }

    /** Returns the CPU time of as many tasks as there are, and of what they wait for in the process. */
    public double allCpuMillis() {
        return count
                * (cpuMillis
                        + blocked.cpuMillis()
                        + subtasks.stream()
                                .mapToDouble(TaskProfile::allCpuMillis)
                                .sum());
    }

    /** Returns this with all waits that there are longer by so much: a dependency that became slower. */
    public TaskProfile slowerBy(double millis) {
        return new TaskProfile(
                pool,
                count,
                cpuMillis,
                blocked.isNever() ? blocked : new Blocked(blocked.millis() + millis, blocked.cv(), blocked.cpuMillis()),
                subtasks.stream().map(subtask -> subtask.slowerBy(millis)).toList(),
                leases);
    }

    /** Returns this with that many times the CPU time. */
    public TaskProfile withCpuTimes(double factor) {
        return new TaskProfile(
                pool,
                count,
                factor * cpuMillis,
                blocked.withCpu(factor * blocked.cpuMillis()),
                subtasks.stream().map(subtask -> subtask.withCpuTimes(factor)).toList(),
                leases);
    }

    /** Returns this with so much more CPU time for each wait, spent by others on the same cores. */
    TaskProfile withWaitsComputing(double millis) {
        return new TaskProfile(
                pool,
                count,
                cpuMillis,
                blocked.isNever() ? blocked : blocked.withCpu(blocked.cpuMillis() + millis),
                subtasks.stream()
                        .map(subtask -> subtask.withWaitsComputing(millis))
                        .toList(),
                leases);
    }

    /** Returns how often a call waits. */
    int waits() {
        return count
                * ((blocked.isNever() ? 0 : 1)
                        + subtasks.stream().mapToInt(TaskProfile::waits).sum());
    }

    /** Returns the pools that lend something to its tasks. */
    public List<String> lenders() {
        return Stream.concat(
                        leases.stream().map(Lease::lender),
                        subtasks.stream().flatMap(subtask -> subtask.lenders().stream()))
                .distinct()
                .toList();
    }

    /** The CPU time is spread evenly before, between and after what the task waits for and holds. */
    Program program() {
        boolean waitsItself = !blocked.isNever() || !leases.isEmpty();
        double free =
                Math.max(0, 1 - leases.stream().mapToDouble(Lease::cpuShare).sum());
        Delay part = Delay.constant(free * cpuMillis / ((waitsItself ? 1 : 0) + subtasks.size() + 1));
        Program program = Program.start().cpu(part);
        if (waitsItself) {
            program = ownWaits(program).cpu(part);
        }
        for (TaskProfile subtask : subtasks) {
            program = program.fork(subtask.pool(), subtask.count(), subtask.program())
                    .cpu(part);
        }
        return program;
    }

    private Program ownWaits(Program before) {
        Program program = before;
        double free = 1;
        for (Lease lease : leases) {
            Delay half = Delay.constant(lease.cpuShare() * cpuMillis / 2);
            program = program.within(
                    lease.lender(),
                    wait(Program.start().cpu(half), lease.waitShare()).cpu(half));
            free -= lease.waitShare();
        }
        return wait(program, free);
    }

    private Program wait(Program before, double share) {
        return blocked.isNever() || share <= SMALLEST_SHARE
                ? before
                : before.io(Delay.logNormal(share * blocked.millis(), blocked.cv()))
                        .elsewhere(Delay.constant(share * blocked.cpuMillis()));
    }
}
