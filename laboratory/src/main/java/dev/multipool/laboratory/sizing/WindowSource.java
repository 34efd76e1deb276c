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

    /** Whether a window of these values ended the service, or could not be begun, so that no other one counts either. */
    boolean isLeftOut(Map<String, String> values);

    /** Whether there is time for one more. */
    boolean hasTime();

    /** Whether so much time is left that windows may be spent on what is probably no better. */
    default boolean hasTimeToSpare() {
        return hasTime();
    }
}
