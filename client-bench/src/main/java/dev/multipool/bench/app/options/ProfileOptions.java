package dev.multipool.bench.app.options;

import dev.multipool.bench.plan.LoadProfile;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How the load goes over the window, as options: it stays unless one of them is given. */
public final class ProfileOptions {
    @Option(
            names = "--step-to",
            paramLabel = "N",
            description = "staircase: --users or --rate grow in steps up to N; the window is as long as its steps")
    private @Nullable Double stepTo;

    @Option(names = "--step-by", paramLabel = "N", description = "staircase: what each step adds")
    private @Nullable Double stepBy;

    @Option(
            names = "--step-length",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "staircase: how long each step takes")
    private @Nullable Duration stepLength;

    @Option(
            names = "--ramp-to",
            paramLabel = "N",
            description = "ramp: --users or --rate go evenly to N over the window, up or down")
    private @Nullable Double rampTo;

    @Option(
            names = "--spike-to",
            paramLabel = "N",
            description = "spike: --users or --rate jump to N in the middle of the window, and fall back")
    private @Nullable Double spikeTo;

    @Option(
            names = "--spike-length",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "spike: how long it lasts")
    private @Nullable Duration spikeLength;

    /**
     * The profile asked for.
     *
     * @param base users or rate that it begins with
     * @param duration the window's length; null when none was asked for
     * @param defaultDuration the window's length when none was asked for
     * @throws IllegalArgumentException when options contradict each other or are out of bounds
     */
    public LoadProfile profile(double base, @Nullable Duration duration, Duration defaultDuration) {
        if (stepTo != null ? rampTo != null || spikeTo != null : rampTo != null && spikeTo != null) {
            throw new IllegalArgumentException("--step-to, --ramp-to, --spike-to (expected: at most one of them)");
        }
        requireTogether("--step-by", stepBy, "--step-to", stepTo);
        requireTogether("--step-length", stepLength, "--step-to", stepTo);
        requireTogether("--spike-length", spikeLength, "--spike-to", spikeTo);
        Duration window = duration != null ? duration : defaultDuration;
        if (stepTo != null && stepBy != null && stepLength != null) {
            if (duration != null) {
                throw new IllegalArgumentException(
                        "--duration (expected: not together with --step-to: the window is as long as its steps)");
            }
            return LoadProfile.staircase(base, stepBy, stepTo, stepLength);
        }
        if (rampTo != null) {
            return LoadProfile.ramp(base, rampTo, window);
        }
        return spikeTo != null && spikeLength != null
                ? LoadProfile.spike(base, spikeTo, window, spikeLength)
                : LoadProfile.CONSTANT;
    }

    private static void requireTogether(
            String option, @Nullable Object value, String mainOption, @Nullable Object mainValue) {
        if ((value == null) != (mainValue == null)) {
            throw new IllegalArgumentException(
                    value == null
                            ? mainOption + " (expected: together with " + option + ")"
                            : option + " (expected: together with " + mainOption + ")");
        }
    }
}
