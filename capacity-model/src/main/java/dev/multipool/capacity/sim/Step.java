package dev.multipool.capacity.sim;

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
