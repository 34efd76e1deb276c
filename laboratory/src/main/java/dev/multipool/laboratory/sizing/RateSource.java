package dev.multipool.laboratory.sizing;

import java.util.Optional;

/** Measures windows in which calls arrive at a rate, independently of each other. */
public interface RateSource {
    /** What all windows that were made to confirm a rate show together. */
    enum Confirmation {
        /** They are enough, and show that the objective is kept. */
        HOLDS,
        /** More windows may show it. */
        OPEN,
        /** All of them keep the objective, but differ by so much that more windows like these would not show it. */
        SCATTERS,
        /** One of them breaks the objective. */
        FAILS,
        /** The service failed, or one of them has a tail of more than twice the limit: a rate nearby fails as well. */
        FAILS_BY_FAR
    }

    /**
     * Looks at a rate quickly, on a process that serves other rates afterwards.
     *
     * @param rate calls per second
     * @return empty when the window tells nothing of the service
     */
    Optional<Window> look(int rate) throws InterruptedException;

    /** What the objective's percentile of response times has to stay below. */
    double limitMillis();

    /** Whether there is time for one more look, and for the windows that confirm a rate afterwards. */
    boolean hasTimeToLook();

    /**
     * Measures one more window to rest on.
     *
     * @param rate calls per second
     * @param most windows of this rate that there will be
     */
    Confirmation confirm(int rate, int most) throws InterruptedException;

    /**
     * Whether there is time for one more window to rest on.
     *
     * @param rate calls per second
     */
    boolean hasTimeToConfirm(int rate);
}
