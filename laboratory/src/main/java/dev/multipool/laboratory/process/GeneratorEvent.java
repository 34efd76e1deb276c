package dev.multipool.laboratory.process;

import org.jspecify.annotations.Nullable;

/**
 * What a generator tells while it carries an order out, as one line of JSON.
 *
 * @param kind what happened
 * @param problem for people; null unless it failed
 */
public record GeneratorEvent(Kind kind, @Nullable String problem) {

    /** What can happen; each order ends with {@link #ENDED} or {@link #FAILED}. */
    public enum Kind {
        /** The measured window begins. */
        WINDOW_BEGAN,
        /** The load is over, and its result is written. */
        ENDED,
        /** The load could not be run, or its result not be written. */
        FAILED
    }
}
