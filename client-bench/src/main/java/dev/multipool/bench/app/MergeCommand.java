package dev.multipool.bench.app;

import dev.multipool.bench.report.LogMerge;
import dev.multipool.bench.report.MergedLog;
import dev.multipool.bench.result.LoadResultJson;
import dev.multipool.bench.result.WholeFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Interval logs of several runs or generators as one result. */
@Command(
        name = "merge",
        description = {
            "Makes one result of several interval logs, as run --hlog writes them: of generators side by side, or of runs"
                    + " one after the other.",
            "Percentiles are those of all calls together; they are never averaged."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class MergeCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "interval logs (.hlog), values in nanoseconds")
    private List<Path> logs = List.of();

    @Option(names = "--json", paramLabel = "FILE", description = "write the result there, too")
    private @Nullable Path json;

    @Option(names = "--hlog", paramLabel = "FILE", description = "write all of them there, as one interval log")
    private @Nullable Path hlog;

    @Override
    public Integer call() {
        CommandLine commandLine = spec().commandLine();
        OutputFile jsonFile = new OutputFile("--json", json);
        OutputFile hlogFile = new OutputFile("--hlog", hlog);
        List<String> failures = new ArrayList<>();
        try {
            check(jsonFile, hlogFile);
            LogMerge merge = new LogMerge();
            for (Path log : logs) {
                merge.add(log);
            }
            MergedLog merged = merge.result();
            print(merged, commandLine.getOut());
            jsonFile.write(file -> WholeFile.write(file, LoadResultJson.documentToJson(merged) + "\n"), failures);
            hlogFile.write(merge::write, failures);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(commandLine, e.getMessage(), e);
        } catch (IOException e) {
            failures.add(e.getMessage());
        }
        failures.forEach(commandLine.getErr()::println);
        return failures.isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private void check(OutputFile... outputs) {
        Set<Path> seen = new HashSet<>();
        for (Path log : logs) {
            if (!seen.add(log.toAbsolutePath().normalize())) {
                // its calls would count twice
                throw new IllegalArgumentException(log + " is named twice (expected: each log once)");
            }
        }
        for (OutputFile output : outputs) {
            Path file = output.file();
            if (file != null && seen.contains(file.toAbsolutePath().normalize())) {
                throw new IllegalArgumentException(
                        output.option() + ": " + file + " is one of the logs (expected: another file)");
            }
        }
        OutputFile.check(outputs);
    }

    private static void print(MergedLog merged, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "%-14s %d, from %s on, %.1f s covered%n",
                "logs",
                merged.files().size(),
                merged.startedAt(),
                merged.coveredSeconds());
        for (MergedLog.Part part : merged.parts()) {
            out.printf(
                    Locale.ROOT,
                    "%-14s %s (%,d values, %,.1f per second)%n",
                    name(part.tag()),
                    ResultTable.percentiles(part.times()),
                    part.values(),
                    part.valuesPerSecond());
        }
        merged.leftOut().forEach(tag -> out.printf(Locale.ROOT, "%-14s left out: not every log has it%n", name(tag)));
        out.flush();
    }

    private static String name(String tag) {
        return tag.isEmpty() ? "(no tag)" : tag;
    }

    private CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("not run by picocli");
        }
        return spec;
    }
}
