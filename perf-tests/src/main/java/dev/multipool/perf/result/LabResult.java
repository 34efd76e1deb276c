package dev.multipool.perf.result;

import dev.multipool.perf.process.CorePlan;
import java.util.List;

/**
 * Everything that one experiment found, in the shape of result.json.
 *
 * @param schemaVersion of the shape; {@link #SCHEMA_VERSION}
 * @param experiment its name
 * @param answer what it recommends
 * @param setup what all runs had in common
 * @param sizes one summary for each pool size, smallest first
 * @param runs every run, in the order in which they were made
 */
public record LabResult(
        int schemaVersion, String experiment, Answer answer, Setup setup, List<SizeSummary> sizes, List<LabRun> runs) {
    public static final int SCHEMA_VERSION = 1;

    public LabResult {
        sizes = List.copyOf(sizes);
        runs = List.copyOf(runs);
    }

    /** Summarizes the runs of a sweep and answers it. */
    public static LabResult of(String experiment, Objective objective, Setup setup, List<LabRun> runs) {
        List<SizeSummary> sizes = SizeSummary.of(runs);
        return new LabResult(
                SCHEMA_VERSION, experiment, Answer.from(objective, sizes, setup.cores()), setup, sizes, runs);
    }

    /**
     * What all runs of an experiment had in common.
     *
     * @param startedAt when the experiment began, ISO-8601 in UTC
     * @param elapsedSeconds how long it took
     * @param command the command that repeats it
     * @param cores which process had which cores
     * @param redis the Redis that the server asked
     */
    public record Setup(String startedAt, double elapsedSeconds, String command, CorePlan cores, RedisUsed redis) {}

    /**
     * The Redis of an experiment.
     *
     * @param kind where it came from: uri, container or embedded
     * @param version as it reports itself
     * @param description one line: what it is and why it was taken
     */
    public record RedisUsed(String kind, String version, String description) {}
}
