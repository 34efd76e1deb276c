package dev.multipool.bench.stall;

/**
 * A time that tells nothing of a warm service: the machine ran nobody, or not the service alone, or the service compiled.
 *
 * @param beginNanos when whoever saw it looked last before it; of the monotonic clock that all processes of one Linux share
 * @param endNanos when that one looked again
 * @param cause how it was seen
 * @param cpu the core that was watched; {@link #ANY_CPU} when the meter was not bound to one
 */
public record Stall(long beginNanos, long endNanos, Cause cause, int cpu) {
    /** The meter may run on any core of its process. */
    public static final int ANY_CPU = -1;

    public Stall {
        if (endNanos - beginNanos < 0) {
            throw new IllegalArgumentException(
                    "endNanos: " + endNanos + " (expected: >= beginNanos: " + beginNanos + ")");
        }
    }

    /** How a stall is seen. */
    public enum Cause {
        /** A thread that sleeps for a millisecond woke up late. */
        LATE_WAKE,
        /** The hypervisor counted time of the core as stolen. */
        STOLEN,
        /** Whoever measures used the cores, to read what the service counts. */
        MEASURING,
        /** The service's JIT compilers worked on code that it had thrown away: it was not warm. */
        COMPILING;

        /** Whether the machine, or its other programs, made it. */
        public boolean isOfTheMachine() {
            return this == LATE_WAKE || this == STOLEN;
        }
    }
}
