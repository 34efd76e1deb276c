package dev.multipool.bench.app;

import dev.multipool.bench.LoadIntervals;
import dev.multipool.bench.LoadResult;
import dev.multipool.bench.LoadResultJson;
import dev.multipool.bench.WholeFile;
import dev.multipool.bench.report.IntervalCsv;
import dev.multipool.bench.report.IntervalLog;
import dev.multipool.bench.report.JunitReport;
import dev.multipool.bench.search.Objective;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the result of a run goes besides the console, as options. */
final class OutputOptions {
    @Option(names = "--json", paramLabel = "FILE", description = "write the result there, too")
    private @Nullable Path json;

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "write a table there: a row for each second of the window, and one for the whole")
    private @Nullable Path csv;

    @Option(
            names = "--hlog",
            paramLabel = "FILE",
            description = "write the histograms of each second there, as HdrHistogram's interval log, tagged raw and"
                    + " corrected")
    private @Nullable Path hlog;

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "write --objective as a test case there, in the XML that CI servers read as JUnit's")
    private @Nullable Path junit;

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
    List<String> write(LoadResult result, LoadIntervals intervals, @Nullable Objective objective) {
        List<String> failures = new ArrayList<>();
        json().write(file -> LoadResultJson.write(result, file), failures);
        csv().write(file -> WholeFile.write(file, IntervalCsv.render(result, intervals)), failures);
        hlog().write(file -> IntervalLog.write(intervals, file), failures);
        if (objective != null) {
            junit().write(
                            file -> WholeFile.write(
                                    file,
                                    JunitReport.render(
                                            ResultTable.describe(result.plan().load()), objective, result)),
                            failures);
        }
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
