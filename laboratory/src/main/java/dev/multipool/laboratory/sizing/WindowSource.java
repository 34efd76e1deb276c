package dev.multipool.laboratory.sizing;

import java.util.Map;
import java.util.Optional;

/** Measures what a search asks for. */
public interface WindowSource {
    /**
     * Measures one window.
     *
     * @param values by the knobs' names
     * @param users of a closed loop
     * @return empty when nothing came of it: the service died, nothing counted, or there is no time left
     */
    Optional<Window> measure(Map<String, String> values, int users) throws InterruptedException;

    /** Whether there is time for one more. */
    boolean hasTime();
}
