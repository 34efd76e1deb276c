package dev.multipool.bench.app;

import dev.multipool.capacity.Objective;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a result goes besides the console, as options. */
final class OutputOptions {
    @Option(names = "--json", paramLabel = "FILE", description = "write the result there, too")
    private @Nullable Path json;

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description =
                    "write a table there; of a run: a row for each second of the window, and one for the whole; of a"
                            + " search: a row for each run")
    private @Nullable Path csv;

    @Option(
            names = "--hlog",
            paramLabel = "FILE",
            description = "write the histograms of each second there, as HdrHistogram's interval log, tagged raw and"
                    + " corrected; of a search: those of the runs at the last pass")
    private @Nullable Path hlog;

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "write --objective as a test case there, in the XML that CI servers read as JUnit's")
    private @Nullable Path junit;

    /** What a command writes into each of the files. */
    interface Contents {
        void json(Path file) throws IOException;

        void csv(Path file) throws IOException;

        void hlog(Path file) throws IOException;

        void junit(Path file) throws IOException;
    }

    /**
     * Looks whether all can be written, before a run that may take long; makes missing directories.
     *
     * @throws IllegalArgumentException when one cannot
     */
    void check(@Nullable Objective objective) {
        if (junit != null && objective == null) {
            throw new IllegalArgumentException("--junit (expected: together with --objective, its test case)");
        }
        OutputFile.check(json(), csv(), hlog(), junit());
    }

    /** Writes what was asked for; a line for each file that could not be written. */
    List<String> write(Contents contents) {
        List<String> failures = new ArrayList<>();
        json().write(contents::json, failures);
        csv().write(contents::csv, failures);
        hlog().write(contents::hlog, failures);
        junit().write(contents::junit, failures);
        return failures;
    }

    private OutputFile json() {
        return new OutputFile("--json", json);
    }

    private OutputFile csv() {
        return new OutputFile("--csv", csv);
    }

    private OutputFile hlog() {
        return new OutputFile("--hlog", hlog);
    }

    private OutputFile junit() {
        return new OutputFile("--junit", junit);
    }
}
