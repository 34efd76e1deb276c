package dev.multipool.perf.app;

import dev.multipool.laboratory.report.ComparePage;
import dev.multipool.laboratory.report.Comparison;
import dev.multipool.laboratory.report.ResultDirectory;
import dev.multipool.laboratory.result.InvalidResultException;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.ResultFile;
import dev.multipool.laboratory.sampling.FlameGraphs;
import dev.multipool.laboratory.sampling.RunProfile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Puts kept results side by side. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description = {
            "Puts results of one experiment side by side: a page, a summary in Markdown for a pull request, and"
                    + " differential flame graphs where the first two were profiled.",
            "Example: compare before=old/result.json after=new/result.json --out compare.html"
        },
        showDefaultValues = true,
        sortOptions = false)
final class CompareCommand implements Callable<Integer> {
    private static final List<String> DIFFERENCES = List.of("cpu", "wall");

    @Parameters(paramLabel = "NAME=FILE", arity = "2..*", description = "a result.json and what to call it")
    private Map<String, Path> from = new LinkedHashMap<>();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            defaultValue = "compare.html",
            converter = OutputPath.OfFile.class,
            description = "the page")
    private Path out = Path.of("");

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            converter = OutputPath.OfFile.class,
            description = "the summary; default: the console")
    private @Nullable Path markdown;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter console = spec.commandLine().getOut();
        Map<String, LabResult> results = new LinkedHashMap<>();
        Comparison comparison;
        try {
            for (Map.Entry<String, Path> each : from.entrySet()) {
                if (!Files.isReadable(each.getValue())) {
                    throw new IllegalArgumentException(each + " (expected: NAME=FILE with a readable file)");
                }
                results.put(each.getKey(), new ResultFile().read(each.getValue()));
            }
            comparison = Comparison.of(results);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        } catch (InvalidResultException e) {
            spec.commandLine().getErr().println("multipool-lab compare: " + e.getMessage());
            return ExitCode.FAILED;
        }
        ResultDirectory.place(out, ComparePage.render(comparison, differences(results)));
        if (markdown == null) {
            console.print(comparison.markdown());
        } else {
            ResultDirectory.place(markdown, comparison.markdown());
        }
        console.println("page: " + out.toAbsolutePath().normalize());
        console.flush();
        return 0;
    }

    /** Between the first two results, of the first place at which both have a recording. */
    private Map<String, String> differences(Map<String, LabResult> results) throws IOException {
        List<String> names = List.copyOf(results.keySet()).subList(0, 2);
        Optional<List<Path>> recordings = recordings(names, results);
        Map<String, String> flames = new LinkedHashMap<>();
        if (recordings.isPresent()) {
            for (String event : DIFFERENCES) {
                String title = event + ", " + names.get(1) + " beside " + names.get(0);
                String file = String.valueOf(out.getFileName()).replaceFirst("\\.html$", "") + "-" + event + ".html";
                FlameGraphs.difference(
                        recordings.get().get(0), recordings.get().get(1), event, title, out.resolveSibling(file));
                flames.put(title, file);
            }
        }
        return flames;
    }

    private Optional<List<Path>> recordings(List<String> names, Map<String, LabResult> results) {
        LabResult one = results.get(names.get(0));
        LabResult other = results.get(names.get(1));
        if (one == null || other == null) {
            return Optional.empty();
        }
        return one.measured().runs().stream()
                .flatMap(run -> recording(run.details().profile(), names.get(0)).stream()
                        .flatMap(first -> other.measured().runs().stream()
                                .filter(each -> each.settings()
                                        .place()
                                        .equals(run.settings().place()))
                                .flatMap(each -> recording(each.details().profile(), names.get(1)).stream())
                                .map(second -> List.of(first, second))))
                .findFirst();
    }

    private Optional<Path> recording(@Nullable RunProfile profile, String name) {
        Path file = from.get(name);
        return profile == null || file == null
                ? Optional.empty()
                : Optional.of(file.resolveSibling(profile.jfr())).filter(Files::isReadable);
    }
}
