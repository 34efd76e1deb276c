package dev.multipool.perf.app;

import dev.multipool.capacity.calibration.Calibration;
import dev.multipool.capacity.calibration.ServiceProfile;
import dev.multipool.perf.profile.MeasuredRunsCsv;
import dev.multipool.perf.profile.ProfileYaml;
import dev.multipool.perf.report.ResultDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Makes a profile of a service from measured runs. */
@Command(
        name = "calibrate",
        mixinStandardHelpOptions = true,
        description = {
            "Fits what a call needs (CPU, waits, pauses) to measured runs, and writes a profile for `predict`.",
            "The runs: a CSV file with the columns",
            MeasuredRunsCsv.COLUMNS,
            "and at least three loads on each number of cores."
        },
        sortOptions = false)
final class CalibrateCommand implements Callable<Integer> {
    @Option(names = "--runs", paramLabel = "FILE", required = true, description = "the measured runs")
    @SuppressWarnings("NullAway.Init") // required
    private Path runs;

    @Option(names = "--profile", paramLabel = "FILE", required = true, description = "the profile to write")
    @SuppressWarnings("NullAway.Init") // required
    private Path profile;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (!Files.isReadable(runs)) {
            throw new ParameterException(spec.commandLine(), "--runs: " + runs + " (expected: a readable file)");
        }
        ServiceProfile fitted = Calibration.fit(MeasuredRunsCsv.parse(Files.readString(runs)));
        String yaml = ProfileYaml.write(fitted);
        ResultDirectory.place(profile, yaml);
        PrintWriter console = spec.commandLine().getOut();
        console.print(yaml);
        console.flush();
        return 0;
    }
}
