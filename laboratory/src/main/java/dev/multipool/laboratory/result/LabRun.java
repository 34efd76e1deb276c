package dev.multipool.laboratory.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.multipool.bench.machine.Environment;
import dev.multipool.bench.result.InvalidReason;
import dev.multipool.laboratory.process.Pauses;
import dev.multipool.laboratory.process.PoolEdge;
import dev.multipool.laboratory.process.PoolLedger;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One run: a server under one load; {@link RunDetails#earlierRuns} tells whether its processes were fresh.
 *
 * @param identity which run it is, and when it was made
 * @param settings what it was made with
 * @param figures what it measured
 * @param server what the server told of itself
 * @param details what else was seen of it, and what that says
 * @param environment where it ran
 * @param invalidReasons why it must not count; empty when it counts
 */
public record LabRun(
        @JsonUnwrapped Identity identity,
        RunSettings settings,
        Figures figures,
        @JsonUnwrapped ServerTelling server,
        RunDetails details,
        Environment environment,
        List<InvalidReason> invalidReasons) {
    /**
     * Which run it is, and when it was made.
     *
     * @param number its place in the order in which the runs were made, from 1
     * @param repeat which repetition of its settings it is, from 1
     * @param startedAt when the measured window began, ISO-8601 in UTC
     * @param measured true when a real load was measured, false when a model predicted the figures
     */
    public record Identity(int number, int repeat, String startedAt, boolean measured) {}

    /**
     * What the server told of itself.
     *
     * @param pools what the server's pools did in the middle of the measured window, by their own ledgers
     * @param edges which pools had tasks done by which, or borrowed from which, in the same time; null where no agent tells
     * @param pauses of the server's collectors, read over JMX together with {@code pools}: of the same time, so that calibration
     *     can set them against the work of that time, and each in whole milliseconds; null when they were not read. Those of the
     *     whole measured window, as exact as the server's log has them, are in {@code figures.resources}
     */
    public record ServerTelling(
            List<PoolLedger> pools,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            List<PoolEdge> edges,

            @Nullable Pauses pauses) {
        public ServerTelling {
            pools = List.copyOf(pools);
            edges = edges == null ? null : List.copyOf(edges);
        }
    }

    public LabRun {
        invalidReasons = List.copyOf(invalidReasons);
    }

    @JsonIgnore
    public boolean isValid() {
        return invalidReasons.isEmpty();
    }

    /** Whether it counts but for the machine that it ran on: the figures are the service's, only disturbed. */
    @JsonIgnore
    public boolean isDisturbedOnly() {
        return !isValid()
                && figures.counts().calls() > 0
                && invalidReasons.stream().allMatch(reason -> reason.fault().isOfTheMachine());
    }

    /** The same with further reasons why it must not count. */
    public LabRun discardedFor(List<InvalidReason> reasons) {
        return new LabRun(
                new LabRun.Identity(identity.number(), identity.repeat(), identity.startedAt(), identity.measured()),
                settings,
                figures,
                server,
                details,
                environment,
                Stream.concat(invalidReasons.stream(), reasons.stream()).toList());
    }
}
