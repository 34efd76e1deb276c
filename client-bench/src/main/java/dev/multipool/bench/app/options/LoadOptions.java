package dev.multipool.bench.app.options;

import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadModel.Arrivals;
import dev.multipool.bench.plan.LoadModel.ClosedLoop;
import dev.multipool.bench.plan.LoadModel.OpenLoop;
import dev.multipool.bench.plan.LoadProfile;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** When calls are sent, as options. */
public final class LoadOptions {
    private static final int DEFAULT_USERS = 24;

    @Option(
            names = "--users",
            paramLabel = "N",
            description = "closed loop: concurrent users (default: " + DEFAULT_USERS + ")")
    private @Nullable Integer users;

    @Option(
            names = "--think-time",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "closed loop: pause of a user after an answer (default: 0s)")
    private @Nullable Duration thinkTime;

    @Option(
            names = "--reject-backoff",
            defaultValue = "10ms",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "closed loop: pause of a user after a failed call; an open loop never pauses")
    private Duration rejectBackoff = Duration.ZERO;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "open loop: calls due per second, whatever became of those before")
    private @Nullable Double rate;

    @Option(
            names = "--arrivals",
            paramLabel = "KIND",
            description = "open loop: constant gaps, or poisson (default: constant)")
    private @Nullable Arrivals arrivals;

    @Option(
            names = "--max-in-flight",
            paramLabel = "N",
            description = "open loop: calls that may wait for an answer; one that is due beyond them is not sent, and"
                    + " counted as not sent (default: " + OpenLoop.DEFAULT_MAX_IN_FLIGHT + ")")
    private @Nullable Integer maxInFlight;

    /**
     * The model asked for.
     *
     * @throws IllegalArgumentException when options contradict each other or are out of bounds
     */
    public LoadModel model() {
        if (rate == null) {
            refuse("--arrivals", arrivals, "--rate: only an open loop has arrivals");
            refuse("--max-in-flight", maxInFlight, "--rate: a closed loop has one call of each user in flight");
            return new ClosedLoop(
                    users != null ? users : DEFAULT_USERS,
                    thinkTime != null ? thinkTime : Duration.ZERO,
                    rejectBackoff,
                    LoadProfile.CONSTANT);
        }
        if (users != null) {
            throw new IllegalArgumentException("--users: " + users + " and --rate: " + rate
                    + " (expected: one of them; users make a closed loop, a rate makes an open loop)");
        }
        refuse("--think-time", thinkTime, "--users: only a closed loop has users that think");
        return new OpenLoop(
                rate,
                arrivals != null ? arrivals : Arrivals.CONSTANT,
                maxInFlight != null ? maxInFlight : OpenLoop.DEFAULT_MAX_IN_FLIGHT,
                LoadProfile.CONSTANT);
    }

    private static void refuse(String option, @Nullable Object value, String needed) {
        if (value != null) {
            throw new IllegalArgumentException(option + " (expected: together with " + needed + ")");
        }
    }
}
