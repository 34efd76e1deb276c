package dev.multipool.laboratory.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.laboratory.description.LoadCommand;
import dev.multipool.laboratory.result.LoadEngine.Program;
import dev.multipool.laboratory.run.LoadFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a program does, it ends, and what is wrong is told in one line with its command. */
class EngineRunIT {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    @Test
    void program_thatPrintsItsFigures_isRead() throws Exception {
        Files.writeString(directory.resolve("printed.txt"), EngineParserTest.recorded("wrk-4.1.0.txt"));

        EngineFigures figures = figures(Program.WRK, "cat printed.txt", LONG);

        assertThat(figures.calls()).isEqualTo(1172);
    }

    @Test
    void program_thatWritesItsFigures_getsThePath() throws Exception {
        Files.writeString(directory.resolve("written.json"), EngineParserTest.recorded("k6-1.8.1.json"));

        EngineFigures figures = figures(Program.K6, "cp written.json {out}", LONG);

        assertThat(figures.calls()).isEqualTo(1187);
        assertThat(directory.resolve("run.out")).exists();
    }

    @Test
    void placeholders_areFilled() throws Exception {
        assertThatExceptionOfType(LoadFailedException.class)
                .isThrownBy(() -> figures(Program.WRK, "echo {users} {seconds} {port}; exit 4", LONG))
                .withMessageContaining("it printed last: 8 3 4711")
                .withMessageContaining("it ends with exit code 4")
                .withMessageContaining("(expected: exit code 0)");
    }

    @Test
    void program_thatIsNotThere_isNamed() {
        LoadCommand command =
                new LoadCommand(List.of("no-such-program", "-c{users}", "-d{seconds}"), Program.WRK, directory);

        assertThatExceptionOfType(LoadFailedException.class)
                .isThrownBy(() -> EngineRun.start(command, order(LONG), null))
                .withMessage("load by 'no-such-program -c8 -d3': there is no program no-such-program"
                        + " (expected: it on the path)");
    }

    @Test
    void program_thatNeverEnds_isKilledWithAllItStarted() throws Exception {
        // no shell stays, which might print that another one was killed
        assertThatExceptionOfType(LoadFailedException.class)
                .isThrownBy(() -> figures(Program.WRK, "sleep 4712 & exec sleep 4713", Duration.ofSeconds(-2)))
                .withMessageContaining("it does not end; it printed nothing");
        assertThat(ProcessHandle.allProcesses()
                        .flatMap(process -> process.info().commandLine().stream())
                        .filter(line -> line.matches(".*sleep 471[23]$")))
                .isEmpty();
    }

    @Test
    void program_thatPrintsSomethingElse_isToldWhatWasExpected() {
        assertThatExceptionOfType(LoadFailedException.class)
                .isThrownBy(() -> figures(Program.WRK, "echo hello", LONG))
                .withMessageContaining("no line 'N requests in TIME' is printed; it printed last: hello")
                .withMessageContaining("as the parser wrk reads it");
    }

    @Test
    void program_thatFloodsItsConsole_isReadAllTheSame() throws Exception {
        Files.writeString(directory.resolve("printed.txt"), EngineParserTest.recorded("wrk-4.1.0.txt"));

        EngineFigures figures =
                figures(Program.WRK, "head -c 50000000 /dev/zero | tr '\\0' x; echo; cat printed.txt", LONG);

        assertThat(figures.calls()).isEqualTo(1172);
        assertThat(Files.size(directory.resolve("run.out.log"))).isLessThan(3 << 20);
    }

    @Test
    void program_withoutCalls_isAnError() throws Exception {
        Files.writeString(
                directory.resolve("printed.txt"),
                EngineParserTest.recorded("wrk-4.1.0.txt").replace("1172 requests", "0 requests"));

        assertThatExceptionOfType(LoadFailedException.class)
                .isThrownBy(() -> figures(Program.WRK, "cat printed.txt", LONG))
                .withMessageContaining("it made no call");
    }

    @Test
    void program_thatEndsMuchTooEarly_isAnError() throws Exception {
        Files.writeString(
                directory.resolve("printed.txt"),
                EngineParserTest.recorded("wrk-4.1.0.txt").replace("in 3.00s", "in 1.00s"));

        assertThatExceptionOfType(LoadFailedException.class)
                .isThrownBy(() -> figures(Program.WRK, "cat printed.txt", LONG))
                .withMessageContaining("it made load for 1.0 s")
                .withMessageContaining("(expected: 3 s of load)");
    }

    private EngineFigures figures(Program program, String script, Duration grace)
            throws InterruptedException, IOException {
        // the placeholders that each command has to have
        List<String> words = List.of("sh", "-c", script, "{users}", "{seconds}", "{out}");
        try (EngineRun run = EngineRun.start(new LoadCommand(words, program, directory), order(grace), null)) {
            assertThat(run.awaitEnd(LONG)).isTrue();
            return run.figures();
        }
    }

    private EngineOrder order(Duration grace) {
        return new EngineOrder(8, 0, 3, 4711, grace, directory.resolve("run.out"));
    }
}
