package dev.multipool.perf.app;

import dev.multipool.capacity.published.PublishedRow;
import dev.multipool.capacity.published.PublishedTables;
import dev.multipool.laboratory.report.ResultDirectory;
import dev.multipool.perf.published.PublishedCsv;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Simulates the published load tests, and sets the figures side by side. */
@Command(
        name = "published",
        mixinStandardHelpOptions = true,
        description = {
            "Simulates the published load tests; every figure beside the published one.",
            "Status: fit (set a parameter of the model), predicted, or post-hoc (the kind of model was chosen after"
                    + " seeing it)."
        },
        sortOptions = false)
final class PublishedCommand implements Callable<Integer> {
    @Option(
            names = "--csv",
            paramLabel = "FILE",
            converter = OutputPath.OfFile.class,
            description = "where to write the table; default: the console")
    private @Nullable Path csv;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter console = spec.commandLine().getOut();
        List<PublishedRow> rows = PublishedTables.rows();
        String text = PublishedCsv.render(rows);
        if (csv == null) {
            console.print(text);
            console.flush();
        } else {
            ResultDirectory.place(csv, text);
            console.println(rows.size() + " figures: " + csv.toAbsolutePath().normalize());
        }
        return 0;
    }
}
