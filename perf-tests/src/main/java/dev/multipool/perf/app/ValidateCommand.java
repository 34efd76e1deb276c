package dev.multipool.perf.app;

import dev.multipool.perf.Experiments;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;

/** Judges the model by predictions that were written before they were measured. */
@Command(
        name = "validate",
        mixinStandardHelpOptions = true,
        description = {
            "Calibrates with the server on 1 core, writes predictions for other configurations and cores, measures these,"
                    + " calibrates again, and tells the errors beside those of the formulas.",
            "Needs a machine without other work: disturbed windows don't count."
        },
        showDefaultValues = true,
        sortOptions = false)
final class ValidateCommand extends MeasuringCommand {
    @Override
    List<Experiments.Entry> experiments() {
        return List.of(Experiments.named("validation"));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        return measureAll();
    }
}
