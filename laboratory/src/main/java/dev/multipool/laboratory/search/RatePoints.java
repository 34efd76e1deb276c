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
     * A window to rest on.
     *
     * @param rate calls per second
     */
    RunSettings ofConfirmation(int rate);

    /** Whether each window to rest on has processes of its own; else they stay, as those of looks do. */
    boolean isConfirmedFresh();
}
