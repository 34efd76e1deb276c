package dev.multipool.perf.app;

import dev.multipool.laboratory.confirmation.Confirmation;
import dev.multipool.laboratory.description.Knob;
import dev.multipool.laboratory.description.ServiceDescription;
import dev.multipool.laboratory.process.CorePlan;
import dev.multipool.laboratory.process.Machine;
import dev.multipool.laboratory.result.AnswerOutcome;
import dev.multipool.laboratory.result.DescribedFacts;
import dev.multipool.laboratory.result.DescribedFacts.KnobFacts;
import dev.multipool.laboratory.result.InvalidResultException;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.ResultFile;
import dev.multipool.laboratory.session.Session.Conditions;
import dev.multipool.perf.Experiments;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.service.ServerTemplate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Measures an answer again, in one fresh process after the other. */
@Command(
        name = "confirm",
        mixinStandardHelpOptions = true,
        description = {
            "Measures what a search answered with once more: each window in a fresh process, the answer's load and its"
                    + " sustainable rate by turns. The answer holds where 95 %% of the windows keep the limit.",
            "Example: confirm --from perf-tests/target/perf/latest/result.json",
            "With FILE it confirms the answer for the service that this describes.",
            "Example: confirm shop.yaml --from perf-tests/target/perf/latest-size-service/result.json --windows 20"
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:the answer holds", "1:it does not, or too few windows can be judged", "2:wrong usage"},
        showDefaultValues = true,
        sortOptions = false)
final class ConfirmCommand extends JobCommand {
    @Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description = "the description of the service; without it, the answer is about our own")
    private @Nullable Path file;

    @Option(names = "--from", required = true, paramLabel = "RESULT", description = "the result.json of a search")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private Path from;

    @Option(
            names = "--windows",
            paramLabel = "N",
            defaultValue = "20",
            description = "fresh processes for the answer's load, and as many for its rate")
    private int windows;

    @Override
    public Integer call() throws IOException, InterruptedException {
        LabResult result = result();
        ServiceDescription description = file == null ? null : described(file);
        requireSameService(result, description);
        if (description != null && spec.commandLine().getParseResult().hasMatchedOption("--redis")) {
            throw new ParameterException(
                    spec.commandLine(), "--redis (expected: without FILE alone, as it is about our own service)");
        }
        try {
            Machine machine = Wiring.thisMachine();
            CorePlan cores = requireSameCores(result, corePlan(machine));
            Confirmation confirmation = new Confirmation(result, windows);
            return description == null
                    ? measure(ofOurs(result, confirmation, machine, cores))
                    : measure(new DescribedJob(
                            description,
                            Confirmation.NAME,
                            Confirmation.QUESTION,
                            confirmation,
                            carry(result),
                            conditions(result, cores.withoutRedis()),
                            machine,
                            noise().asked(),
                            patience().within(confirmation.estimate()),
                            commandLine()));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private LabResult result() throws IOException {
        if (!Files.isReadable(from)) {
            throw new ParameterException(
                    spec.commandLine(), "--from: " + from + " (expected: a file that can be read)");
        }
        try {
            return new ResultFile().read(from);
        } catch (InvalidResultException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private void requireSameService(LabResult result, @Nullable ServiceDescription description) {
        DescribedFacts service = result.setup().service();
        if (service == null && description != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "FILE: " + file + " (expected: none, as " + from + " is about our own service)");
        }
        if (service != null && description == null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "FILE: none (expected: the description of " + service.name() + ", which " + from + " is about)");
        }
        if (service != null && description != null) {
            List<String> answered =
                    service.knobs().stream().map(KnobFacts::name).toList();
            List<String> known = description.knobs().stream().map(Knob::name).toList();
            if (!answered.equals(known)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "knobs of " + file + ": " + String.join(", ", known) + " (expected: those of " + from + ", "
                                + String.join(", ", answered) + ")");
            }
        }
    }

    private CorePlan requireSameCores(LabResult result, CorePlan here) {
        int then = result.setup().cores().serverCores();
        if (here.serverCores() != then) {
            throw new IllegalArgumentException("--server-cores: " + here.serverCores() + " (expected: " + then
                    + ", with which the answer was measured)");
        }
        return here;
    }

    /** Each run is made once: one that does not count is followed by one of another round. */
    private static Conditions conditions(LabResult result, CorePlan cores) {
        return new Conditions(result.answer().objective(), cores, 0, false);
    }

    private static @Nullable Integer carry(LabResult result) {
        DescribedFacts service = result.setup().service();
        return service == null ? null : service.toCarryPerSecond();
    }

    private Job ofOurs(LabResult result, Confirmation confirmation, Machine machine, CorePlan cores) {
        return new Job(
                List.of(new Experiments.Entry(Confirmation.NAME, Confirmation.QUESTION, options -> confirmation)),
                new ExperimentOptions(List.of(), confirmation.anyLoad(), 1, new ServerTemplate(Map.of(), null)),
                conditions(result, cores),
                redis().pinnedTo(cores.redisCpus()),
                machine,
                noise().asked(),
                patience().within(confirmation.estimate()),
                name -> commandLine());
    }

    @Override
    boolean isGood(LabResult result) {
        return result.answer().outcome() == AnswerOutcome.ANSWER
                && rates(result).allMatch(outcome -> outcome == AnswerOutcome.ANSWER);
    }

    /** Of what has a rate. */
    private static Stream<AnswerOutcome> rates(LabResult result) {
        return result.answer().methods().isEmpty()
                ? Stream.ofNullable(result.answer().recommendation().sustainable())
                        .filter(rate -> rate.rate() != null)
                        .map(rate -> rate.outcome())
                : result.answer().methods().stream()
                        .flatMap(method -> Stream.ofNullable(method.settings().pools()))
                        .flatMap(pools -> Stream.ofNullable(pools.sustainable()))
                        .filter(rate -> rate.rate() != null)
                        .map(rate -> rate.outcome());
    }
}
