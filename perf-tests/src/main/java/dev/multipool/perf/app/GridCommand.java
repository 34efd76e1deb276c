package dev.multipool.perf.app;

import dev.multipool.perf.Experiments;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Measures every combination of sizes of a described service, for what a search is compared with. */
@Command(
        name = "grid",
        mixinStandardHelpOptions = true,
        description = {
            "Measures a described service with every combination of its knobs' values on a coarse grid, each under one load"
                    + " after the other until the limit is broken. It leaves grid.csv beside the report, for compare-grid.",
            "Example: grid shop.yaml --objective 'tp99<50ms' --points 5"
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:an answer, or a provisional one",
            "1:no answer, or with --strict a provisional one",
            "2:wrong usage"
        },
        showDefaultValues = true,
        sortOptions = false)
final class GridCommand extends MeasuringCommand {
    private static final String BUDGET = "--budget";

    @Parameters(paramLabel = "FILE", description = "the description of the service, in YAML")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private Path file;

    @Option(
            names = "--points",
            paramLabel = "N",
            defaultValue = "5",
            description =
                    "values of each number, from its smallest to its largest; 2 or more. Of choices all are measured")
    private int points;

    /** None of our own service. */
    @Override
    List<Experiments.Entry> experiments() {
        return List.of();
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (points < 2) {
            throw new ParameterException(spec.commandLine(), "--points: " + points + " (expected: >= 2)");
        }
        if (spec.commandLine().getParseResult().hasMatchedOption(BUDGET)) {
            throw new ParameterException(
                    spec.commandLine(), BUDGET + " (expected: none, as a grid takes the time that it takes)");
        }
        return sizeService(described(file), null, points);
    }
}
