package dev.multipool.capacity.calibration;

import dev.multipool.capacity.sim.Delay;
import dev.multipool.capacity.sim.Program;
import java.util.ArrayList;
import java.util.List;

/**
 * What one task of a call needs, and the tasks that it waits for.
 *
 * @param pool where it runs
 * @param count how many of them its parent starts at once
 * @param cpuMillis of one, without its subtasks
 * @param blocked how long it holds its thread without computing, without the time that it waits for subtasks
 * @param subtasks groups of tasks that it starts and waits for, one group after the other
 */
public record TaskProfile(String pool, int count, double cpuMillis, Blocked blocked, List<TaskProfile> subtasks) {

    /**
     * The time without computing.
     *
     * @param millis its mean
     * @param cv the standard deviation over the mean
     */
    public record Blocked(double millis, double cv) {
        /** A task that never waits. */
        public static final Blocked NEVER = new Blocked(0, 0);

        /** Validates. */
        public Blocked {
            if (!(millis >= 0) || !(cv >= 0)) {
                throw new IllegalArgumentException("blocked: " + millis + " ms, cv " + cv + " (expected: both >= 0)");
            }
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

    /** Returns the CPU time on all pools of as many tasks as there are. */
    public double allCpuMillis() {
        return count
                * (cpuMillis
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
                blocked.millis() > 0 ? new Blocked(blocked.millis() + millis, blocked.cv()) : blocked,
                subtasks.stream().map(subtask -> subtask.slowerBy(millis)).toList());
    }

    /** Returns this with that many times the CPU time. */
    public TaskProfile withCpuTimes(double factor) {
        return new TaskProfile(
                pool,
                count,
                factor * cpuMillis,
                blocked,
                subtasks.stream().map(subtask -> subtask.withCpuTimes(factor)).toList());
    }

    /** The CPU time is spread evenly before, between and after what the task waits for. */
    Program program() {
        int waits = (blocked.millis() > 0 ? 1 : 0) + subtasks.size();
        Delay part = Delay.constant(cpuMillis / (waits + 1));
        Program program = Program.start().cpu(part);
        if (blocked.millis() > 0) {
            program =
                    program.io(Delay.logNormal(blocked.millis(), blocked.cv())).cpu(part);
        }
        for (TaskProfile subtask : subtasks) {
            program = program.fork(subtask.pool(), subtask.count(), subtask.program())
                    .cpu(part);
        }
        return program;
    }
}
