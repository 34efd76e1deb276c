package dev.multipool.laboratory.search;

import dev.multipool.laboratory.result.RunSettings;

/** A setting under independent calls, as the settings of a run. */
public interface RatePoints {
    /**
     * A quick window, for a look.
     *
     * @param rate calls per second
     */
    RunSettings ofLook(int rate);

    /**
     * A window to rest on, of fresh processes.
     *
     * @param rate calls per second
     */
    RunSettings ofConfirmation(int rate);
}
