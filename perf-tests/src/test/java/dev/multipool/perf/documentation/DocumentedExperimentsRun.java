package dev.multipool.perf.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.process.Machine;
import dev.multipool.laboratory.result.ResultFile;
import dev.multipool.perf.documentation.JarCommand.Way;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Begins the commands with a jar of ours that a document shows and that measure for minutes, and what {@code mvn verify -Pperf}
 * with other properties would run: {@code mvn verify -Pdocumented}. Each is interrupted after its first run.
 */
@Timeout(300)
@TestInstance(Lifecycle.PER_CLASS)
class DocumentedExperimentsRun {
    private static final int INTERRUPTED = 128 + 2;
    private static final int TERMINATED = 128 + 15;
    private static final int WRONG_USAGE = 2;

    private Path directory = Path.of("");

    @BeforeAll
    void linkTheJars(@TempDir Path temporary) throws IOException {
        directory = temporary;
        JarDirectory.linkInto(directory);
    }

    @ParameterizedTest
    @MethodSource
    void experiment_interruptedAfterItsFirstRun_leavesThat(JarCommand command) throws Exception {
        Path latest = directory.resolve("perf-tests/target/perf/latest");
        try (RunningCommand running = RunningCommand.start(command, directory)) {
            if (!hasCores(command)) {
                assertThat(running.exitCode()).isEqualTo(WRONG_USAGE);
                assertThat(running.err()).contains("serverCores").contains("expected");
                return;
            }
            running.awaitLine("run  1 of");

            if (command.arguments().get(0).equals("run")) {
                assertThat(running.interrupt()).isEqualTo(INTERRUPTED);
            } else {
                assertThat(running.terminate()).isEqualTo(TERMINATED);
            }
            assertThat(running.out()).as(running.err()).contains("Interrupted after ");
        }
        assertThat(new ResultFile()
                        .read(latest.resolve("result.json"))
                        .measured()
                        .runs())
                .isNotEmpty();
        assertThat(latest.resolve("results.csv")).isNotEmptyFile();
        assertThat(latest.resolve("report.html")).isNotEmptyFile();
    }

    static Stream<JarCommand> experiment_interruptedAfterItsFirstRun_leavesThat() {
        return JarCommand.commands(Way.MEASURES);
    }

    /** Whether this machine has the cores that the command asks for. */
    private static boolean hasCores(JarCommand command) {
        int wanted = command.value("--server-cores").map(Integer::parseInt).orElse(0);
        Machine machine = Machine.look(
                Path.of("/proc"), System.getenv("PATH"), Runtime.getRuntime().availableProcessors());
        return wanted == 0 || (machine.canPin() && wanted < machine.cpus().size());
    }
}
