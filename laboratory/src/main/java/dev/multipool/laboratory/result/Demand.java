package dev.multipool.laboratory.result;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** When calls are sent: after answers, or whatever the answers. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "model")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Demand.ClosedLoop.class, name = "closed"),
    @JsonSubTypes.Type(value = Demand.OpenLoop.class, name = "open")
})
public sealed interface Demand {

    /** For people: {@code 32 users}. */
    String describe();

    /**
     * Each user sends its next call when the one before has ended.
     *
     * @param users concurrent users
     * @param thinkTimeSeconds pause of a user after an answer
     * @param rejectBackoffSeconds pause of a user after a failed call; above 0, or a server that rejects at once would
     *     make the generator spin
     */
    record ClosedLoop(int users, double thinkTimeSeconds, double rejectBackoffSeconds) implements Demand {
        public ClosedLoop {
            if (users < 1) {
                throw new IllegalArgumentException("users: " + users + " (expected: >= 1)");
            }
            if (!(thinkTimeSeconds >= 0)) {
                throw new IllegalArgumentException("thinkTime: " + thinkTimeSeconds + " s (expected: >= 0)");
            }
            if (!(rejectBackoffSeconds > 0)) {
                throw new IllegalArgumentException("rejectBackoff: " + rejectBackoffSeconds + " s (expected: > 0)");
            }
        }

        @Override
        public String describe() {
            return users + (users == 1 ? " user" : " users");
        }
    }

    /**
     * Calls come as scheduled, whether or not those before were answered; response time counts from the schedule.
     *
     * @param ratePerSecond calls scheduled per second
     * @param arrivals how they are spread
     * @param maxInFlight calls under way at which the generator stops sending
     */
    record OpenLoop(double ratePerSecond, Arrivals arrivals, int maxInFlight) implements Demand {
        public OpenLoop {
            if (!(ratePerSecond > 0) || Double.isInfinite(ratePerSecond)) {
                throw new IllegalArgumentException("ratePerSecond: " + ratePerSecond + " (expected: > 0)");
            }
            if (maxInFlight < 1) {
                throw new IllegalArgumentException("maxInFlight: " + maxInFlight + " (expected: >= 1)");
            }
        }

        @Override
        public String describe() {
            return Figure.perSecond(ratePerSecond) + " calls/s";
        }
    }

    /** The distances between scheduled calls. */
    enum Arrivals {
        /** Random, independent of each other, as those of many people are. */
        POISSON,
        /** All the same. */
        CONSTANT
    }
}
