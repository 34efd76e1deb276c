package dev.multipool.laboratory.sizing;

import java.util.Map;
import java.util.Optional;

/**
 * Something that knows how a service works, and so what is worth measuring. What it says is never an answer.
 *
 * <p><b>Threads:</b> one.
 */
public interface Guide {
    /**
     * What a window would show.
     *
     * @param values by the knobs' names
     * @param users of a closed loop
     * @return empty where it can't tell
     */
    Optional<Window> predict(Map<String, String> values, int users);

    /** Whether it could tell more, had it seen further loads on the sizes that the search began with. */
    boolean needsLoads();
}
