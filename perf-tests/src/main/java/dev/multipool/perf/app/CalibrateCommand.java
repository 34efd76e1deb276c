package dev.multipool.perf.app;

import dev.multipool.capacity.calibration.MeasuredRun;
import dev.multipool.capacity.calibration.ServiceProfile;
import dev.multipool.laboratory.report.ResultDirectory;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.perf.Experiments;
import dev.multipool.perf.calibration.Profiles;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.profile.MeasuredRunsCsv;
import dev.multipool.perf.profile.ProfileYaml;
import dev.multipool.perf.service.ServiceCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Makes a profile of a service from measured runs, which it makes itself unless it is given some. */
@Command(
        name = "calibrate",
        mixinStandardHelpOptions = true,
        description = {
            "Measures a service under at least three loads on each number of cores that its server can have, fits what a"
                    + " call needs (CPU, waits, pauses), and writes a profile for `predict`.",
            "With --runs it measures nothing. The file: CSV, one line for each pool of a run, with the columns",
            MeasuredRunsCsv.COLUMNS
        },
        showDefaultValues = true,
        sortOptions = false)
final class CalibrateCommand extends MeasuringCommand {
    @Option(
            names = "--profile",
            paramLabel = "FILE",
            required = true,
            converter = OutputPath.OfFile.class,
            description = "the profile to write; the runs go to FILE.csv beside it")
    @SuppressWarnings("NullAway.Init") // required
    private Path profile;

    @Option(names = "--runs", paramLabel = "FILE", description = "measured runs; default: makes them")
    private @Nullable Path runs;

    @Override
    List<Experiments.Entry> experiments() {
        return List.of(Experiments.named("calibration"));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        requireOneCall();
        if (runs == null) {
            return measureAll();
        }
        if (!Files.isReadable(runs)) {
            throw new ParameterException(spec.commandLine(), "--runs: " + runs + " (expected: a readable file)");
        }
        write(Profiles.fit(oneCall(), serverSettings(), MeasuredRunsCsv.parse(Files.readString(runs))));
        return 0;
    }

    @Override
    void written(LabResult result, ExperimentOptions options) throws IOException {
        List<MeasuredRun> measured = Profiles.measuredRuns(oneCall(), options, result);
        ResultDirectory.place(profile.resolveSibling(profile.getFileName() + ".csv"), MeasuredRunsCsv.write(measured));
        write(Profiles.fit(oneCall(), options.servers().settings(), measured));
    }

    private void requireOneCall() {
        if (calls().size() != 1) {
            throw new ParameterException(
                    spec.commandLine(), "--call: " + calls() + " (expected: one method, since a profile is of one)");
        }
    }

    private ServiceCall oneCall() {
        return calls().get(0);
    }

    private void write(ServiceProfile fitted) throws IOException {
        String yaml = ProfileYaml.write(fitted);
        ResultDirectory.place(profile, yaml);
        spec.commandLine().getOut().print(yaml);
        spec.commandLine().getOut().flush();
    }
}
