package dev.multipool.laboratory.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How fast the server's cores and the machine's memory were over all windows of a job.
 *
 * @param spinNanos time of a fixed piece of work on them; less is faster
 * @param touchNanos time of a touch of idle memory; null where nobody looked
 */
public record SpeedOfTheJob(Spread spinNanos, @Nullable Spread touchNanos) {
    /** From then on figures of the job's begin and end are of two machines. */
    private static final double MUCH = 0.15;

    /** Memory that is there takes a tenth of it to touch, at most. */
    private static final double TAKEN_NANOS = 10_000;

    /** Empty when no window's speed is known. */
    public static Optional<SpeedOfTheJob> of(List<LabRun> runs) {
        List<ServerSpeed> speeds = runs.stream()
                .map(run -> run.details().cores().serverSpeed())
                .filter(Objects::nonNull)
                .toList();
        List<Double> touches = speeds.stream()
                .map(ServerSpeed::touchNanos)
                .filter(Objects::nonNull)
                .toList();
        return speeds.isEmpty()
                ? Optional.empty()
                : Optional.of(new SpeedOfTheJob(
                        Spread.ofMeans(
                                speeds.stream().map(ServerSpeed::spinNanos).toList()),
                        touches.isEmpty() ? null : Spread.ofMeans(touches)));
    }

    /** Whether the hypervisor took memory away, in one window at least. It is in the JSON, too. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public boolean memoryTaken() {
        return touchNanos != null && touchNanos.max() > TAKEN_NANOS;
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
