package dev.multipool.perf.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.multipool.perf.machine.CoreSetup;
import dev.multipool.perf.process.CorePlan;
import dev.multipool.perf.sampling.RunProfile;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one experiment found, in the shape of result.json.
 *
 * @param schemaVersion of the shape; {@link #SCHEMA_VERSION}
 * @param experiment its name
 * @param question what it asks
 * @param answer what it recommends
 * @param findings what else it found, one sentence each
 * @param setup what all runs had in common
 * @param speed how fast the server's cores were; null where it is not known
 * @param points one summary for each settings, stage by stage
 * @param tables figures put side by side
 * @param runs every run, in the order in which they were made
 */
public record LabResult(
        int schemaVersion,
        String experiment,
        String question,
        Answer answer,
        List<String> findings,
        Setup setup,
        @Nullable SpeedOfTheJob speed,
        List<PointSummary> points,
        List<Table> tables,
        List<LabRun> runs) {
    public static final int SCHEMA_VERSION = 7;

    public LabResult {
        findings = List.copyOf(findings);
        points = List.copyOf(points);
        tables = List.copyOf(tables);
        runs = List.copyOf(runs);
    }

    /** Puts together what an experiment found and the runs that it found it in. */
    public static LabResult of(String experiment, String question, Findings findings, Setup setup, List<LabRun> runs) {
        return new LabResult(
                SCHEMA_VERSION,
                experiment,
                question,
                findings.answer(),
                findings.sentences(),
                setup,
                SpeedOfTheJob.of(runs).orElse(null),
                PointSummary.of(runs),
                findings.tables(),
                runs);
    }

    /** What was profiled, in the order of the runs. */
    @JsonIgnore
    public List<RunProfile> profiles() {
        return runs.stream()
                .flatMap(run -> Optional.ofNullable(run.details().profile()).stream())
                .toList();
    }

    /** The stages in the order in which they were first run. */
    public List<String> stages() {
        return points.stream()
                .map(point -> point.settings().place().stage())
                .distinct()
                .toList();
    }

    /**
     * What all runs of an experiment had in common.
     *
     * @param startedAt when the experiment began, ISO-8601 in UTC
     * @param elapsedSeconds how long it took
     * @param command the command that repeats it
     * @param cores which process had which cores
     * @param redis the Redis that the server asked
     * @param machine what was done about the cores
     */
    public record Setup(
            String startedAt,
            double elapsedSeconds,
            String command,
            CorePlan cores,
            RedisUsed redis,
            CoreSetup machine) {
        public Setup {
            // results of earlier versions do not tell
            machine = machine == null ? CoreSetup.UNKNOWN : machine;
        }
    }

    /**
     * The Redis of an experiment.
     *
     * @param kind where it came from: uri, container or embedded
     * @param version as it reports itself
     * @param description one line: what it is and why it was taken
     */
    public record RedisUsed(String kind, String version, String description) {}
}
