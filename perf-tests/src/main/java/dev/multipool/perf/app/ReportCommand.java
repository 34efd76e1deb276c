package dev.multipool.perf.app;

import dev.multipool.laboratory.report.HtmlReport;
import dev.multipool.laboratory.report.ResultDirectory;
import dev.multipool.laboratory.result.InvalidResultException;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.ResultFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Makes the page again from result.json alone. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = "Checks a result.json against its schema and makes the HTML page from it.",
        sortOptions = false)
final class ReportCommand implements Callable<Integer> {
    @Option(names = "--from", paramLabel = "FILE", required = true, description = "the result.json")
    @SuppressWarnings("NullAway.Init") // required
    private Path from;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            converter = OutputPath.OfFile.class,
            description = "the page; default: report.html beside result.json")
    private @Nullable Path out;

    @Option(names = "--check", description = "only check, write nothing; exit code 1 when the file is invalid")
    private boolean checkOnly;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter console = spec.commandLine().getOut();
        if (!Files.isReadable(from)) {
            throw new ParameterException(spec.commandLine(), "--from: " + from + " (expected: a readable file)");
        }
        ResultFile resultFile = new ResultFile();
        LabResult result;
        try {
            result = resultFile.read(from);
        } catch (InvalidResultException e) {
            spec.commandLine().getErr().println("multipool-lab report: " + e.getMessage());
            return ExitCode.FAILED;
        }
        if (checkOnly) {
            console.println(from + " is valid");
            return 0;
        }
        Path page = out == null ? from.resolveSibling("report.html") : out;
        ResultDirectory.place(page, new HtmlReport(resultFile).render(result));
        console.println("report: " + page.toAbsolutePath().normalize());
        return 0;
    }
}
