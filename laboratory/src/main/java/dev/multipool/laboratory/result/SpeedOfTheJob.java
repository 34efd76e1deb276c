package dev.multipool.laboratory.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How fast the server's cores and the machine's memory were over all windows of a job.
 *
 * @param spinNanos time of a fixed piece of work on them; less is faster
 * @param touchNanos time of a touch of idle memory; null where nobody looked
 * @param distanceNanos how long a cache line takes from one core to another and back; null where nobody looked
 */
public record SpeedOfTheJob(
        Spread spinNanos,
        @Nullable Spread touchNanos,
        @Nullable Spread distanceNanos) {
    /** From then on figures of the job's begin and end are of two machines. */
    private static final double MUCH = 0.15;

    /** Memory that is there takes a tenth of it to touch, at most. */
    private static final double TAKEN_NANOS = 10_000;

    /** Cores that stay where they are have the same distance, but for a tenth. */
    private static final double FAR = 1.5;

    /** Empty when no window's speed is known. */
    public static Optional<SpeedOfTheJob> of(List<LabRun> runs) {
        List<ServerSpeed> speeds = runs.stream()
                .map(run -> run.details().cores().serverSpeed())
                .filter(Objects::nonNull)
                .toList();
        return speeds.isEmpty()
                ? Optional.empty()
                : Optional.of(new SpeedOfTheJob(
                        Spread.ofMeans(
                                speeds.stream().map(ServerSpeed::spinNanos).toList()),
                        spread(speeds, ServerSpeed::touchNanos),
                        spread(speeds, ServerSpeed::distanceNanos)));
    }

    private static @Nullable Spread spread(List<ServerSpeed> speeds, Function<ServerSpeed, @Nullable Double> figure) {
        List<Double> known =
                speeds.stream().map(figure).filter(Objects::nonNull).toList();
        return known.isEmpty() ? null : Spread.ofMeans(known);
    }

    /** Whether the hypervisor took memory away, in one window at least. It is in the JSON, too. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public boolean memoryTaken() {
        return touchNanos != null && touchNanos.max() > TAKEN_NANOS;
    }

    /** Whether the cores lay further apart in some windows, as after a hypervisor moved one. It is in the JSON, too. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public boolean distanceChanged() {
        return distanceNanos != null && distanceNanos.max() > FAR * distanceNanos.min();
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
