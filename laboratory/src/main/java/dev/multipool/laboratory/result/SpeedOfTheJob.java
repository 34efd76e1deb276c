package dev.multipool.laboratory.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How fast the server's cores were over all windows of a job.
 *
 * @param spinNanos time of a fixed piece of work on them; less is faster
 */
public record SpeedOfTheJob(Spread spinNanos) {
    /** From then on figures of the job's begin and end are of two machines. */
    private static final double MUCH = 0.15;

    /** Empty when no window's speed is known. */
    public static Optional<SpeedOfTheJob> of(List<LabRun> runs) {
        List<Double> nanos = runs.stream()
                .map(run -> run.details().cores().serverSpeed())
                .filter(Objects::nonNull)
                .map(ServerSpeed::spinNanos)
                .toList();
        return nanos.isEmpty() ? Optional.empty() : Optional.of(new SpeedOfTheJob(Spread.ofMeans(nanos)));
    }

    /** What the slowest window lacked of the fastest one's speed, as a part of that. It is in the JSON, too. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public double movedBy() {
        return 1 - spinNanos.min() / spinNanos.max();
    }

    /** Whether it moved by so much that the result has to say so. It is in the JSON, too. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public boolean movedMuch() {
        return movedBy() > MUCH;
    }
}
