package dev.multipool.laboratory.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.multipool.laboratory.machine.CoreSetup;
import dev.multipool.laboratory.process.CorePlan;
import dev.multipool.laboratory.sampling.RunProfile;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one experiment found, in the shape of result.json.
 *
 * @param schemaVersion of the shape; {@link #SCHEMA_VERSION}
 * @param about what it is about
 * @param answer what it recommends
 * @param findings what else it found
 * @param setup what all runs had in common
 * @param measured every run and what the runs of each point sum up to
 * @param tables figures put side by side
 */
public record LabResult(
        int schemaVersion,
        @JsonUnwrapped About about,
        Answer answer,
        List<Finding> findings,
        Setup setup,
        @JsonUnwrapped Measured measured,
        List<Table> tables) {
    /**
     * What it is about.
     *
     * @param experiment its name
     * @param question what it asks
     */
    public record About(String experiment, String question) {}

    /**
     * Every run and what the runs of each point sum up to.
     *
     * @param speed how fast the server's cores were; null where it is not known
     * @param points one summary for each settings, stage by stage
     * @param runs every run, in the order in which they were made
     */
    public record Measured(@Nullable SpeedOfTheJob speed, List<PointSummary> points, List<LabRun> runs) {
        public Measured {
            points = List.copyOf(points);
            runs = List.copyOf(runs);
        }
    }

    public static final int SCHEMA_VERSION = 11;

    public LabResult {
        findings = List.copyOf(findings);
        tables = List.copyOf(tables);
    }

    /** Puts together what an experiment found and the runs that it found it in. */
    public static LabResult of(String experiment, String question, Findings findings, Setup setup, List<LabRun> runs) {
        return new LabResult(
                SCHEMA_VERSION,
                new LabResult.About(experiment, question),
                findings.answer(),
                findings.findings(),
                setup,
                new LabResult.Measured(SpeedOfTheJob.of(runs).orElse(null), PointSummary.of(runs), runs),
                findings.tables());
    }

    /** What was measured, for people: the described service's name, else the experiment's. */
    @JsonIgnore
    public String subject() {
        DescribedFacts service = setup.service();
        return service == null ? about.experiment() : service.name();
    }

    /** How a described service is set to what is recommended; empty for our own, or without an answer. It is in the JSON, too. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public List<KnobUse> toUse() {
        DescribedFacts service = setup.service();
        Map<String, String> settings = answer.recommendation().settings();
        return service == null || settings == null
                ? List.of()
                : service.knobs().stream()
                        .flatMap(knob -> Optional.ofNullable(settings.get(knob.name()))
                                .map(value -> new KnobUse(knob.name(), value, knob.way()))
                                .stream())
                        .toList();
    }

    /** Who waits for whom, in the last run that counts and tells of it; empty without an agent. It is in the JSON, too. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public List<PoolWait> poolGraph() {
        return PoolWait.of(measured.runs());
    }

    /** What was profiled, in the order of the runs. */
    @JsonIgnore
    public List<RunProfile> profiles() {
        return measured.runs().stream()
                .flatMap(run -> Optional.ofNullable(run.details().profile()).stream())
                .toList();
    }

    /** The stages in the order in which they were first run. */
    public List<String> stages() {
        return measured.points().stream()
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
     * @param redis the Redis that the server asked; null for a service that a file describes
     * @param service what that file says; null for our own service
     * @param machine what was done about the cores
     */
    public record Setup(
            String startedAt,
            double elapsedSeconds,
            String command,
            CorePlan cores,
            @Nullable RedisUsed redis,
            @Nullable DescribedFacts service,
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
