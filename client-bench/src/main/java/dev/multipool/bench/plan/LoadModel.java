package dev.multipool.bench.plan;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Duration;

/** What decides when the next call is sent: the answer before (closed loop) or the clock alone (open loop). */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "model")
@JsonSubTypes({
    @JsonSubTypes.Type(value = LoadModel.ClosedLoop.class, name = "closed-loop"),
    @JsonSubTypes.Type(value = LoadModel.OpenLoop.class, name = "open-loop")
})
public sealed interface LoadModel {
    /** How its users or its calls per second go over the window. */
    LoadProfile profile();

    /** Users, or calls per second, as long as the profile does not say otherwise. */
    double level();

    /** The same with users, or calls per second, that go like this. */
    LoadModel withProfile(LoadProfile profile);

    /** The same with other users, or other calls per second, that stay. */
    LoadModel withLevel(double level);

    /**
     * Each user sends its next call when the one before has ended and its pause is over, so a server that stalls is asked
     * less: the calls that it kept from being sent are missing from the raw response times.
     *
     * @param users concurrent users
     * @param thinkTime how long a user pauses after an answer; may be zero. Users begin spread over one think time
     * @param rejectBackoff how long a user pauses after a failed call, so that a server which rejects at once does not
     *     make the generator spin
     * @param profile how the number of users goes over the window; then {@code users} does nothing
     */
    record ClosedLoop(int users, Duration thinkTime, Duration rejectBackoff, LoadProfile profile) implements LoadModel {
        /** The pause after a failed call of a load that names none. */
        public static final Duration DEFAULT_REJECT_BACKOFF = Duration.ofMillis(10);

        public ClosedLoop {
            if (users < 1) {
                throw new IllegalArgumentException("users: " + users + " (expected: >= 1)");
            }
            LoadLimits.requirePositiveOrZero("thinkTime", thinkTime);
            LoadLimits.requirePositive("rejectBackoff", rejectBackoff);
        }

        /** Users that do not think, with the default pause after a failed call. */
        public static ClosedLoop of(int users) {
            return new ClosedLoop(users, Duration.ZERO, DEFAULT_REJECT_BACKOFF, LoadProfile.CONSTANT);
        }

        @Override
        public double level() {
            return users;
        }

        @Override
        public ClosedLoop withProfile(LoadProfile value) {
            return new ClosedLoop(users, thinkTime, rejectBackoff, value);
        }

        @Override
        public ClosedLoop withLevel(double level) {
            return new ClosedLoop((int) Math.round(level), thinkTime, rejectBackoff, LoadProfile.CONSTANT);
        }

        /** The most users at a time. */
        public int peakUsers() {
            return (int) Math.ceil(profile.peakOr(users));
        }
    }

    /**
     * Calls are due by a schedule, whatever became of those before: none waits for an answer, and none pauses after a
     * failure. Response times count from the intended start.
     *
     * @param arrivalRatePerSecond calls due per second, all connections together
     * @param arrivals how they are spaced
     * @param maxInFlight calls that may wait for an answer; one that is due beyond them is not sent, and counted as such
     * @param profile how the rate goes over the window; then {@code arrivalRatePerSecond} does nothing
     */
    record OpenLoop(double arrivalRatePerSecond, Arrivals arrivals, int maxInFlight, LoadProfile profile)
            implements LoadModel {
        /** The bound of a load that names none. */
        public static final int DEFAULT_MAX_IN_FLIGHT = 10_000;

        public OpenLoop {
            if (!(arrivalRatePerSecond > 0 && arrivalRatePerSecond <= LoadLimits.MAX_LEVEL)) {
                throw new IllegalArgumentException(
                        "arrivalRatePerSecond: " + arrivalRatePerSecond + " (expected: above 0, at most 10000000)");
            }
            if (maxInFlight < 1) {
                throw new IllegalArgumentException("maxInFlight: " + maxInFlight + " (expected: >= 1)");
            }
        }

        @Override
        public double level() {
            return arrivalRatePerSecond;
        }

        @Override
        public OpenLoop withProfile(LoadProfile value) {
            return new OpenLoop(arrivalRatePerSecond, arrivals, maxInFlight, value);
        }

        @Override
        public OpenLoop withLevel(double level) {
            return new OpenLoop(level, arrivals, maxInFlight, LoadProfile.CONSTANT);
        }
    }

    /** How the arrivals of an open loop are spaced. */
    enum Arrivals {
        /** All gaps alike. */
        @JsonProperty("constant")
        CONSTANT,
        /** Gaps from an exponential distribution: arrivals that know nothing of each other. */
        @JsonProperty("poisson")
        POISSON
    }
}
