package dev.multipool.pools;

/**
 * The time that a pool measures with and that deadlines are given in.
 *
 * <p><b>Units:</b> nanoseconds from an arbitrary origin. Compare two readings by their difference only: a reading may be
 * negative.
 */
@FunctionalInterface
public interface NanoClock {

    /** Returns the nanoseconds now; never less than an earlier reading that happened before. */
    long nanoTime();

    /** Returns the clock of this JVM, {@link System#nanoTime()}. */
    static NanoClock system() {
        return SystemNanoClock.INSTANCE;
    }

    /** The clock of this JVM: the one class that reads {@link System#nanoTime()}. */
    enum SystemNanoClock implements NanoClock {
        /** The one clock. */
        INSTANCE;

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }
    }
}
