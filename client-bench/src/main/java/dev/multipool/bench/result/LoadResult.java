package dev.multipool.bench.result;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.multipool.bench.machine.Environment;
import dev.multipool.bench.machine.GcPauses;
import dev.multipool.bench.plan.LoadPlan;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What one run measured, in the shape of its JSON.
 *
 * <p>The figures are <i>clean</i>: they leave out the slices of the window that a stall of the machine disturbed, and
 * {@code raw} beside them has all of it. Counts of answered calls and of those due are of the clean slices; errors,
 * {@code notFound} and times are of the calls that met no disturbed slice from their begin to their end. Whatever belongs
 * to a second or a step of the window is raw, and so is what the machine and the network gave.
 *
 * <p>A call of a closed loop counts in the window that it ends in, one of an open loop in the window that it was due in.
 *
 * @param setup what was run, when and where
 * @param counts calls of the clean time
 * @param times response times of the clean time
 * @param schedule how a load that is scheduled, or that changes, was kept
 * @param noise stalls of the machine, and the window with them
 * @param use what the window took of the machine and the network
 * @param invalidReasons why the run cannot be trusted; empty when it can
 */
@JsonIgnoreProperties(value = "rawHidesStalls", allowGetters = true)
public record LoadResult(
        @JsonUnwrapped Setup setup,
        @JsonUnwrapped Counts counts,
        @JsonUnwrapped Times times,
        @JsonUnwrapped Schedule schedule,
        @JsonUnwrapped Noise noise,
        @JsonUnwrapped Use use,
        List<InvalidReason> invalidReasons) {
    /**
     * What was run, when and where.
     *
     * @param plan what was run
     * @param startedAt when the measured window began, ISO-8601 in UTC
     * @param environment where it ran
     */
    public record Setup(LoadPlan plan, String startedAt, Environment environment) {}

    /**
     * Calls of the clean time.
     *
     * @param measuredSeconds the clean time of the measured window
     * @param calls calls answered without an error in it
     * @param throughputPerSecond {@code calls / measuredSeconds}
     * @param outcome how many were good, rejected and failed
     * @param errors failed and rejected calls of the window by error code name, such as {@code ELIMIT}; empty when there were
     *     none
     * @param notFound answered calls that asked for something absent; the generator asks for seeded ids, so this should be 0
     * @param callsPerSecond calls answered without an error in each second of the window, to judge how steady it was; the
     *     last second may be a part of one
     */
    public record Counts(
            double measuredSeconds,
            long calls,
            double throughputPerSecond,
            Outcome outcome,
            Map<String, Long> errors,
            long notFound,
            List<Long> callsPerSecond) {
        public Counts {
            if (calls < 0) {
                throw new IllegalArgumentException("calls: " + calls + " (expected: >= 0)");
            }
            if (notFound < 0 || notFound > calls) {
                throw new IllegalArgumentException("notFound: " + notFound + " (expected: 0 to calls: " + calls + ")");
            }
            if (!(measuredSeconds >= 0)) {
                throw new IllegalArgumentException("measuredSeconds: " + measuredSeconds + " (expected: >= 0)");
            }
            errors = Collections.unmodifiableMap(new TreeMap<>(errors));
            callsPerSecond = List.copyOf(callsPerSecond);
        }
    }

    /**
     * Response times of the clean time.
     *
     * @param responseTime of the calls answered without an error; in a closed loop from the actual send, uncorrected; in an
     *     open loop from the intended start
     * @param responseCurve the same distribution as a curve, closer and closer to its slowest call; empty without calls
     * @param corrected the closed loop's response times, corrected for the calls that stalled ones kept from being sent; null
     *     in an open loop, which has none, and when the number of users changes, as the correction needs one expected interval
     * @param secondTails of each second of the window that met no disturbed slice; empty where another program made the load
     */
    public record Times(
            Percentiles responseTime,
            List<CurvePoint> responseCurve,
            @Nullable CorrectedResponseTime corrected,
            List<SecondTail> secondTails) {
        public Times {
            responseCurve = List.copyOf(responseCurve);
            // files from before there were any have none
            secondTails = secondTails == null ? List.of() : List.copyOf(secondTails);
        }
    }

    /**
     * The slowest calls of about a second. An open loop's call is in the second that it ended in, or in the last one.
     *
     * @param startSeconds from the window's begin
     * @param seconds its real length, at least half of one
     * @param calls answered without an error
     * @param p99Millis of their response times; 0 without calls
     */
    public record SecondTail(double startSeconds, double seconds, long calls, double p99Millis) {}

    /**
     * How a load that is scheduled, or that changes, was kept.
     *
     * @param sending how well the generator kept an open loop's schedule; null in a closed loop, which has none
     * @param steps of a load that changes; empty when it is constant
     */
    public record Schedule(@Nullable Sending sending, List<StepResult> steps) {
        public Schedule {
            steps = List.copyOf(steps);
        }
    }

    /**
     * What the window took of the machine and the network.
     *
     * @param generatorCpuCores CPU time of the generator process in the window / its length; null where the OS does not tell
     * @param serverCpuCores the same for the server process; null when its pid was not given or it is not on this machine
     * @param resources what else the window took of the machine and the network
     */
    public record Use(
            @Nullable Double generatorCpuCores, @Nullable Double serverCpuCores, Resources resources) {}

    /**
     * Stalls of the machine, and the window with them.
     *
     * @param raw the whole window, disturbed slices included
     * @param disturbance what stalls of the machine were to the window
     */
    public record Noise(Raw raw, Disturbance disturbance) {}

    /** Corrected TP99 / uncorrected TP99 from which on the latter is said to hide stalls. */
    public static final double STALLS_FROM = 1.5;

    public LoadResult {
        invalidReasons = List.copyOf(invalidReasons);
    }

    /**
     * Whether a closed loop's uncorrected response times hide stalls: the corrected TP99 is {@link #STALLS_FROM} times theirs,
     * or more. False in an open loop, which hides none. It is in the JSON, too.
     */
    @JsonProperty
    public boolean rawHidesStalls() {
        return times.corrected() != null
                && times.corrected().percentiles().p99Millis()
                        >= STALLS_FROM * times.responseTime().p99Millis()
                && counts.calls() > 0;
    }

    /** Failed and rejected calls of the window, all codes together. */
    public long errorCount() {
        return counts.errors().values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * The whole window, as if no stall were known.
     *
     * @param seconds the window's real length
     * @param calls calls of the window answered without an error
     * @param throughputPerSecond {@code calls / seconds}
     * @param responseTime of these calls
     * @param errors failed and rejected calls of the window by error code name
     * @param notFound of {@code calls}, those that asked for something absent
     */
    public record Raw(
            double seconds,
            long calls,
            double throughputPerSecond,
            Percentiles responseTime,
            Map<String, Long> errors,
            long notFound) {
        public Raw {
            if (!(seconds >= 0)) {
                throw new IllegalArgumentException("seconds: " + seconds + " (expected: >= 0)");
            }
            if (notFound < 0 || notFound > calls) {
                throw new IllegalArgumentException("notFound: " + notFound + " (expected: 0 to calls: " + calls + ")");
            }
            errors = Collections.unmodifiableMap(new TreeMap<>(errors));
        }
    }

    /**
     * How much of the window stalls of the machine disturbed.
     *
     * @param slices parts of 100 ms that the window was cut into; 0 where another program made the load: its calls can't
     *     be cut
     * @param disturbedSlices of these, left out as a stall overlapped them
     * @param stalls seen in the window, by all meters together
     * @param longestStallMillis as far as it lay in the window
     * @param stalledSeconds time of the window in which there was a stall; two at a time count once
     */
    public record Disturbance(
            int slices, int disturbedSlices, int stalls, double longestStallMillis, double stalledSeconds) {
        public Disturbance {
            if (disturbedSlices < 0 || disturbedSlices > slices) {
                throw new IllegalArgumentException(
                        "disturbedSlices: " + disturbedSlices + " (expected: 0 to slices: " + slices + ")");
            }
            if (stalls < 0) {
                throw new IllegalArgumentException("stalls: " + stalls + " (expected: >= 0)");
            }
        }
    }

    /**
     * Where the calls of the clean slices went.
     *
     * @param good answered rightly within the deadline, counted from the intended start
     * @param goodputPerSecond {@code good} / the clean time
     * @param rejected of {@code errors}, turned away at the door: ELIMIT, EOVERCROWDED and ELOGOFF by baidu_std, status 429
     *     and 503 by HTTP
     * @param failed all others in {@code errors}
     */
    public record Outcome(long good, double goodputPerSecond, long rejected, long failed) {
        /**
         * Sorts errors.
         *
         * @param rejection whether an error of this name is a call that was turned away at the door
         */
        public static Outcome of(long good, Map<String, Long> errors, double seconds, Predicate<String> rejection) {
            long rejected = 0;
            long failed = 0;
            for (Map.Entry<String, Long> error : errors.entrySet()) {
                if (rejection.test(error.getKey())) {
                    rejected += error.getValue();
                } else {
                    failed += error.getValue();
                }
            }
            return new Outcome(good, seconds > 0 ? good / seconds : 0, rejected, failed);
        }
    }

    /**
     * What the window took besides the two processes' CPU time. What the operating system does not tell is null.
     *
     * @param stealCores taken by the hypervisor
     * @param foreignCores used by processes that are no part of the run; null unless all that are were named
     * @param generatorGc pauses of the generator's collector, in whole milliseconds each; null where it does not tell
     * @param serverGc pauses of the server's collector; null when its log was not given
     * @param sentBytesPerSecond from the generator to the server, frames as a whole; null where it does not tell
     * @param receivedBytesPerSecond from the server to the generator; null where it does not tell
     */
    public record Resources(
            @Nullable Double stealCores,
            @Nullable Double foreignCores,
            @Nullable GcPauses generatorGc,
            @Nullable GcPauses serverGc,
            @Nullable Double sentBytesPerSecond,
            @Nullable Double receivedBytesPerSecond) {
        /** Cores that the hypervisor, or processes that are no part of the run, may take before it no longer counts. */
        public static final double MAX_LOST_CORES = 0.1;
    }

    /** One point of a distribution: this share of the calls, in percent, took at most this long. */
    public record CurvePoint(double percentile, double millis) {}

    /**
     * A closed loop's response times, corrected for coordinated omission.
     *
     * @param expectedIntervalMillis from call to call of one user when nothing stalls: its think time and the median of
     *     the uncorrected response times. A call that took n intervals stands for n calls, each due one interval later
     * @param percentiles of the corrected distribution
     */
    public record CorrectedResponseTime(double expectedIntervalMillis, Percentiles percentiles) {
        public static CorrectedResponseTime of(Histogram raw, long expectedIntervalNanos) {
            return new CorrectedResponseTime(
                    expectedIntervalNanos / 1e6, Percentiles.of(correct(raw, expectedIntervalNanos)));
        }

        /** Corrects a part of the response times; the corrected parts make up the corrected whole. */
        public Histogram correct(Histogram raw) {
            return correct(raw, Math.round(expectedIntervalMillis * 1e6));
        }

        private static Histogram correct(Histogram raw, long expectedIntervalNanos) {
            return raw.copyCorrectedForCoordinatedOmission(Math.max(1, expectedIntervalNanos));
        }
    }

    /**
     * How well an open loop's schedule was kept, for the calls due in the clean slices.
     *
     * @param intended calls that were due
     * @param sent of these, handed to the connection
     * @param notSent of these, kept back because {@code maxInFlight} calls waited for an answer. What is in neither was
     *     never reached: the generator itself was too slow
     * @param sendDelay actual send - intended start, of the calls sent
     * @param serviceTime completion - actual send, of the calls answered without an error; beside {@code responseTime} it
     *     shows what a generator that forgets the schedule would have reported
     */
    @JsonIgnoreProperties(value = "sendRateShare", allowGetters = true)
    public record Sending(long intended, long sent, long notSent, Percentiles sendDelay, Percentiles serviceTime) {
        public Sending {
            if (sent < 0 || notSent < 0 || sent + notSent > intended) {
                throw new IllegalArgumentException("sent: " + sent + ", notSent: " + notSent
                        + " (expected: together 0 to intended: " + intended + ")");
            }
        }

        /** {@code sent / intended}; 1 when nothing was due. It is in the JSON, too. */
        @JsonProperty
        public double sendRateShare() {
            return intended == 0 ? 1 : (double) sent / intended;
        }
    }
}
