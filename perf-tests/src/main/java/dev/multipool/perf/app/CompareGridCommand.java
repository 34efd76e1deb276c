package dev.multipool.perf.app;

import dev.multipool.laboratory.result.InvalidResultException;
import dev.multipool.laboratory.result.ResultFile;
import dev.multipool.laboratory.search.GridComparison;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Puts a search beside the grid of all combinations. */
@Command(
        name = "compare-grid",
        mixinStandardHelpOptions = true,
        description = {
            "Says how much less than the best of a grid a search found, and how many windows it saved.",
            "Example: compare-grid grid.csv perf-tests/target/perf/latest-size-service/result.json"
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:compared",
            "1:the search has no answer, or nothing of the grid keeps the objective",
            "2:wrong usage"
        },
        sortOptions = false)
final class CompareGridCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "GRID", description = "the grid.csv that grid left")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private Path grid;

    @Parameters(index = "1", paramLabel = "RESULT", description = "the result.json of a search for the same service")
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private Path result;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Optional<GridComparison> comparison = comparison();
        if (comparison.isEmpty()) {
            spec.commandLine()
                    .getErr()
                    .println(
                            "multipool-lab compare-grid: the search has no answer, or nothing of the grid keeps the objective");
            return ExitCode.FAILED;
        }
        comparison.get().lines().forEach(out::println);
        out.flush();
        return 0;
    }

    private Optional<GridComparison> comparison() throws IOException {
        for (Path file : new Path[] {grid, result}) {
            if (!Files.isReadable(file)) {
                throw new ParameterException(spec.commandLine(), file + " (expected: a file that can be read)");
            }
        }
        try {
            return GridComparison.of(Files.readString(grid), new ResultFile().read(result));
        } catch (IllegalArgumentException | InvalidResultException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
