package dev.multipool.capacity.sim;

import java.util.ArrayList;
import java.util.List;

/**
 * What a request, or a task on a pool, does: its steps, one after the other.
 *
 * <p>The service of seed 001, where a request waits for items on pool common, and those for queries on pool select:
 *
 * <pre>{@code
 * Program query = Program.start().cpu(logNormal(0.107, 0.5)).io(exponential(1));
 * Program item = Program.start().cpu(logNormal(0.1, 0.5)).fork("select", 4, query).cpu(logNormal(0.1, 0.5));
 * Program request = Program.start().cpu(logNormal(0.38, 0.5)).fork("common", 5, item);
 * }</pre>
 *
 * <p>The steps of the outermost program that are not on a pool run on an event loop, of which there are always enough.
 *
 * @param steps in their order
 */
public record Program(List<Step> steps) {

    private static final Program EMPTY = new Program(List.of());

    /** Keeps a copy. */
    public Program {
        steps = List.copyOf(steps);
    }

    /** Returns the program that does nothing yet. */
    public static Program start() {
        return EMPTY;
    }

    /** Returns this program, then some computing. */
    public Program cpu(Delay demand) {
        return then(new Step.Cpu(demand));
    }

    /** Returns this program, then a wait. */
    public Program io(Delay time) {
        return then(new Step.Io(time));
    }

    /** Returns this program, then a wait for other threads of the process, which compute so much for it. */
    public Program elsewhere(Delay demand) {
        return then(new Step.Elsewhere(demand));
    }

    /** Returns this program, then one task on a pool, and the wait for it. */
    public Program on(String pool, Program task) {
        return fork(pool, 1, task);
    }

    /** Returns this program, then equal tasks on a pool, and the wait for all of them. */
    public Program fork(String pool, int count, Program task) {
        return then(new Step.Fork(pool, count, task));
    }

    /** Returns this program, then steps that need a permit: a connection of a driver's pool, or a bulkhead's. */
    public Program within(String permits, Program inside) {
        return then(new Step.Within(permits, inside));
    }

    private Program then(Step step) {
        List<Step> more = new ArrayList<>(steps);
        more.add(step);
        return new Program(more);
    }

    /** One step of a {@link Program}. */
    public sealed interface Step {

        /** Computes: takes its share of the cores until so much CPU time is had. */
        record Cpu(Delay demand) implements Step {}

        /** Waits for something outside, without the cores; a thread is held. */
        record Io(Delay time) implements Step {}

        /** Waits for other threads of the same process that compute for it, such as a driver's event loop; a thread is held. */
        record Elsewhere(Delay demand) implements Step {}

        /**
         * Hands tasks to a pool and waits until all have ended, or one was rejected or failed.
         *
         * @param pool the pool's name
         * @param count how many
         * @param task what each of them does
         */
        record Fork(String pool, int count, Program task) implements Step {
            /** Validates. */
            public Fork {
                Checks.atLeast("count", count, 1);
            }
        }

        /**
         * Does the steps while holding a permit.
         *
         * @param permits the name of the {@link Permits}
         * @param inside the steps
         */
        record Within(String permits, Program inside) implements Step {}
    }
}
