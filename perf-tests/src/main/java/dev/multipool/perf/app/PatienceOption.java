package dev.multipool.perf.app;

import dev.multipool.bench.app.options.DurationConverter;
import dev.multipool.pools.DurationText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How long a job may wait for a calm machine, as an option. */
final class PatienceOption {
    private static final Duration LONGEST = Duration.ofMinutes(3);
    private static final int PART_OF_THE_BUDGET = 3;

    @Option(
            names = "--patience",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "how long it may wait in all for a calm machine; 0s: not at all;"
                    + " default: 3m, or a third of --budget where that is less")
    private @Nullable Duration asked;

    /** What a job may wait that has so much time; a job that only waits tells nothing. */
    Duration within(Duration budget) {
        if (asked != null) {
            return asked;
        }
        Duration part = budget.dividedBy(PART_OF_THE_BUDGET);
        return part.compareTo(LONGEST) < 0 ? part : LONGEST;
    }

    /** The option as it was given, behind other arguments; empty when it was not. */
    String asArgument() {
        return asked == null ? "" : " --patience " + DurationText.format(asked);
    }
}
