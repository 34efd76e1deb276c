package dev.multipool.perf.app;

import dev.multipool.perf.Experiments;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Searches for the best server settings. */
@Command(
        name = "search",
        mixinStandardHelpOptions = true,
        description = {
            "Searches for the pools, queue, Redis connections and execution model that serve most within the objective:"
                    + " a model out of three short runs proposes, a shortlist is measured, the best are measured again.",
            "Example: search --objective 'tp99<10ms' --maximize tps --budget 10m"
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:an answer, or a provisional one",
            "1:no answer, or with --strict a provisional one",
            "2:wrong usage"
        },
        showDefaultValues = true,
        sortOptions = false)
final class SearchCommand extends MeasuringCommand {
    private static final String TPS = "tps";

    @Option(
            names = "--maximize",
            paramLabel = TPS,
            defaultValue = TPS,
            description = "what is to be as large as it can be")
    private String maximize = TPS;

    @Override
    List<Experiments.Entry> experiments() {
        return List.of(Experiments.named("search"));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!maximize.equals(TPS)) {
            throw new ParameterException(spec.commandLine(), "--maximize: " + maximize + " (expected: tps)");
        }
        return measureAll();
    }
}
