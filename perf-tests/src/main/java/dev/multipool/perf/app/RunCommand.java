package dev.multipool.perf.app;

import dev.multipool.perf.Experiments;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes the runs of an experiment and writes what it found. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Starts a Redis, servers and load generators, measures, and writes result.json, results.csv and report.html.",
            "Ctrl-C ends early and writes what was measured.",
            "A given Redis keeps the users that are written to it."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:an answer, or a provisional one",
            "1:no answer, or with --strict a provisional one",
            "2:wrong usage"
        },
        showDefaultValues = true,
        sortOptions = false)
final class RunCommand extends MeasuringCommand {
    @Option(
            names = "--experiment",
            paramLabel = "NAME",
            description = "the one to make; default: the suite; --list shows all")
    private @Nullable String experiment;

    @Option(
            names = "--suite",
            paramLabel = "main|all",
            defaultValue = "main",
            description = "the main job, or every experiment one after the other")
    private String suite = "";

    @Option(names = "--list", description = "only list the experiments")
    private boolean list;

    @Option(
            names = "--profile",
            description = "sample each server with async-profiler in its measured window: flame graphs, and what the"
                    + " threads of each pool did; this costs throughput, see docs/reference/profiles.md")
    private boolean profile;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (list) {
            PrintWriter console = spec.commandLine().getOut();
            Experiments.all().forEach(entry -> console.println(entry.name() + "\n    " + entry.question()));
            console.flush();
            return 0;
        }
        return measureAll();
    }

    @Override
    boolean isProfiled() {
        return profile;
    }

    @Override
    List<Experiments.Entry> experiments() {
        boolean named = experiment != null && !experiment.isBlank();
        return switch (suite) {
            case "main" -> List.of(named ? Experiments.named(String.valueOf(experiment)) : Experiments.main());
            case "all" -> {
                if (named) {
                    throw new IllegalArgumentException(
                            "experiment: " + experiment + " (expected: none, since the suite is all)");
                }
                yield Experiments.all();
            }
            default -> throw new IllegalArgumentException("suite: " + suite + " (expected: main or all)");
        };
    }
}
