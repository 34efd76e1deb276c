package dev.multipool.perf.app;

import dev.multipool.perf.app.ComparisonWiring.Comparison;
import dev.multipool.perf.nested.FlowKind;
import dev.multipool.perf.nested.NestedExperiment;
import dev.multipool.perf.nested.NestedReport;
import dev.multipool.perf.nested.NestedSettings;
import dev.multipool.perf.nested.NestedWindow;
import dev.multipool.perf.nested.flow.ItemSteps;
import dev.multipool.perf.peers.MeasuredWindows;
import dev.multipool.redis.ItemSeeder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares measured pools with others' in queryItems' nested fan-out. */
@Command(
        name = "nested-cost",
        mixinStandardHelpOptions = true,
        description = {
            "Compares the nested fan-out of queryItems over measured pools with the same over others' pools and latches,",
            "and writes nested-cost.json and nested-cost.md. A given Redis keeps the items that are written to it. Needs Linux."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:measured", "1:failed, or a flow of ours answered a request wrongly", "2:wrong usage"},
        showDefaultValues = true,
        defaultValueProvider = NestedCommand.Defaults.class,
        sortOptions = false)
final class NestedCommand extends ComparingCommand<NestedWindow> {
    @Option(names = "--items", paramLabel = "N", defaultValue = "4", description = "items of each request")
    private int items;

    @Option(names = "--only", paramLabel = "NAME", split = ",", description = "flows; default: all")
    private @Nullable List<String> only;

    @Override
    Comparison<NestedWindow> comparison(WindowOptions windows) {
        List<FlowKind> available = FlowKind.available(Runtime.version().feature());
        NestedSettings settings = new NestedSettings(
                only == null ? available : FlowKind.named(only, available),
                windows.users(),
                items,
                windows.rounds(),
                windows.warmup(),
                windows.duration());
        return new Comparison<>(
                settings.estimate(),
                redis -> new ItemSeeder(redis, ItemSteps.QUERIES)
                        .seed(NestedSettings.ITEMS_SEEDED, Wiring.SAMPLE_SEED, seeding -> {}),
                (site, progress) -> {
                    try (NestedExperiment experiment =
                            new NestedExperiment(settings, site, Wiring.SAMPLE_SEED, progress)) {
                        return experiment.run();
                    }
                });
    }

    @Override
    String ownCommandLine() {
        return "nested-cost" + (only == null ? "" : " --only " + String.join(",", only)) + " --items " + items;
    }

    @Override
    boolean hasFailures(NestedWindow window) {
        // what others' pools leave undone is a finding
        return window.turn().flow().other() == null && window.failed().failures() > 0;
    }

    @Override
    String report(MeasuredWindows<NestedWindow> measured, Path directory) throws IOException {
        NestedReport report = new NestedReport(measured);
        report.write(directory);
        return report.markdown();
    }

    static final class Defaults extends WindowOptions.Defaults {
        Defaults() {
            super("3", "10s", "5s", "8,64");
        }
    }
}
