package dev.multipool.capacity.sim;

/** Who calls the service, and when. */
public sealed interface Load {

    /** What a user does after a failed call when nothing else is said: a millisecond later, the next call. */
    Delay DEFAULT_BACK_OFF = Delay.constant(1);

    /** Returns users without think time. */
    static Load closed(int users) {
        return new ClosedLoop(users, Delay.NONE, DEFAULT_BACK_OFF);
    }

    /** Returns calls whose distances are exponentially distributed. */
    static Load open(double arrivalRatePerSecond) {
        return new OpenLoop(Delay.exponential(1e3 / Checks.positive("arrivalRatePerSecond", arrivalRatePerSecond)));
    }

    /**
     * Each user calls, waits for the answer, thinks, and calls again.
     *
     * @param users how many
     * @param think from an answer to the next call
     * @param backOff added after a call that failed; more than 0, since a user that is turned away in no time and comes
     *     back in no time would stop the clock
     */
    record ClosedLoop(int users, Delay think, Delay backOff) implements Load {
        /** Validates. */
        public ClosedLoop {
            Checks.atLeast("users", users, 1);
            Checks.positive("backOff", backOff.meanNanos());
        }
    }

    /**
     * Calls come whether or not earlier ones were answered.
     *
     * @param interArrival from a call to the next
     */
    record OpenLoop(Delay interArrival) implements Load {
        /** Validates. */
        public OpenLoop {
            Checks.positive("interArrival", interArrival.meanNanos());
        }
    }
}
