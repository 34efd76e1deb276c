package dev.multipool.perf.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.capacity.calibration.ServiceProfile;
import dev.multipool.capacity.calibration.ServiceProfile.Missed;
import dev.multipool.capacity.calibration.ServiceProfile.Pauses;
import dev.multipool.capacity.calibration.TaskProfile;
import dev.multipool.capacity.calibration.TaskProfile.Blocked;
import dev.multipool.laboratory.process.Machine;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.result.ResultFile;
import dev.multipool.perf.Experiments;
import dev.multipool.perf.documentation.JarCommand.Way;
import dev.multipool.perf.profile.ProfileYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the commands with a jar of ours that a document shows and that end, and what {@code mvn verify -Pperf} with other
 * properties would run, from the jars that were built: {@code mvn verify -Pdocumented}. Where one command reads what another
 * writes, that one runs before it, in the same directory. Those with a server that goes on are run by {@link
 * DocumentedServersRun} at the same time.
 */
@Timeout(300)
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
class DocumentedCommandsRun {
    private static final int INTERRUPTED = 128 + 2;
    private static final int TERMINATED = 128 + 15;
    private static final int WRONG_USAGE = 2;

    /** What a command that ends by itself prints. */
    private static final Map<String, String> PRINTED = Map.ofEntries(
            Map.entry("report", "report: "),
            Map.entry("compare", "page: "),
            Map.entry("init", "ready: http://127.0.0.1:{port}/health"),
            Map.entry("check", "as described, 2 knobs"),
            Map.entry("published", "figures: "),
            Map.entry("calibrate", "report: "),
            Map.entry("predict", "predicted, not measured: 4 cores"),
            Map.entry("nested-cost", "results: "),
            Map.entry("peers", "results: "),
            Map.entry("start-time", " ms, "),
            Map.entry("idle-connections", "connections"));
    /** What it leaves, and how that begins. */
    private static final Map<String, Map<String, String>> LEFT = Map.of(
            "report", Map.of("perf-tests/target/perf/latest/report.html", "<!"),
            "compare", Map.of("compare.html", "<!"),
            "calibrate", Map.of("profile.yaml", "", "profile.yaml.csv", "run,"),
            "nested-cost", Map.of("perf-tests/target/nested-cost/nested-cost.json", "{"),
            "peers", Map.of("perf-tests/target/peers/peers.json", "{"));

    private Path directory = Path.of("");

    @BeforeAll
    void linkTheJars(@TempDir Path temporary) throws IOException {
        directory = temporary;
        JarDirectory.linkInto(directory);
        for (String kept : List.of("A", "B")) {
            Files.writeString(
                    Files.createDirectory(directory.resolve(kept)).resolve("result.json"),
                    new ResultFile().toJson(MadeUpResults.sweep()));
        }
    }

    @Order(1)
    @ParameterizedTest
    @MethodSource
    void experiment_interruptedAfterItsFirstRun_leavesThat(JarCommand command) throws Exception {
        Path latest = directory.resolve("perf-tests/target/perf/latest");
        try (RunningCommand running = RunningCommand.start(command, directory)) {
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
        return JarCommand.commands(Way.MEASURES).filter(DocumentedCommandsRun::isFirstOfItsExperiment);
    }

    /** What a run of their experiment leaves, others have shown: that these begin to measure is what is left to show. */
    @Order(2)
    @ParameterizedTest
    @MethodSource
    void experiment_interruptedBeforeItsFirstRun_ends(JarCommand command) throws Exception {
        try (RunningCommand running = RunningCommand.start(command, directory)) {
            if (!hasCores(command)) {
                assertThat(running.exitCode()).isEqualTo(WRONG_USAGE);
                assertThat(running.err()).contains("serverCores").contains("expected");
                return;
            }
            running.awaitLine("this takes about ");

            assertThat(running.interrupt()).isEqualTo(INTERRUPTED);
        }
    }

    static Stream<JarCommand> experiment_interruptedBeforeItsFirstRun_ends() {
        return JarCommand.commands(Way.MEASURES).filter(command -> !isFirstOfItsExperiment(command));
    }

    /** Whether it is the first of its experiment that this machine has the cores for. */
    private static boolean isFirstOfItsExperiment(JarCommand command) {
        return JarCommand.commands(Way.MEASURES)
                .filter(other -> hasCores(other) && experiment(other).equals(experiment(command)))
                .findFirst()
                .filter(command::equals)
                .isPresent();
    }

    private static String experiment(JarCommand command) {
        return command.value("--experiment").orElse(command.arguments().get(0));
    }

    @Order(3)
    @ParameterizedTest
    @MethodSource
    void command_thatEndsByItself_printsAndLeavesWhatItPromises(JarCommand command) throws Exception {
        if (command.arguments().get(0).equals("predict")) {
            requireProfile(directory.resolve(command.value("--profile").orElseThrow()));
        }
        try (RunningCommand running = RunningCommand.start(command, directory)) {
            int exitCode = running.exitCode();
            if (exitCode == 1 && running.out().contains("no profile: ")) {
                // runs as short as these seldom count on a machine that does other work, too
                return;
            }
            assertThat(exitCode).as(running.out() + running.err()).isZero();

            if (command.isServer()) {
                assertThat(running.out()).isEqualTo(Documents.read(Path.of("docs/reference/configuration.md")));
            } else if (command.has("--list")) {
                assertThat(running.out().lines())
                        .containsAll(Experiments.all().stream()
                                .map(Experiments.Entry::name)
                                .toList());
            } else {
                assertThat(running.out())
                        .contains(PRINTED.get(command.arguments().get(0)));
                assertLeft(command);
            }
        }
    }

    static Stream<JarCommand> command_thatEndsByItself_printsAndLeavesWhatItPromises() {
        return JarCommand.commands(Way.ENDS);
    }

    /** What is predicted from, where calibration had no run that counts. */
    private static void requireProfile(Path file) throws IOException {
        if (!Files.exists(file)) {
            TaskProfile call = new TaskProfile("business", 1, 0.1, new Blocked(0.3, 1, 0), List.of());
            Files.writeString(
                    file,
                    ProfileYaml.write(
                            new ServiceProfile(0.2, 0, 0.1, call, 0.1, new Pauses(7000, 13), new Missed(0.02, 0.1))));
        }
    }

    private void assertLeft(JarCommand command) {
        LEFT.getOrDefault(command.arguments().get(0), Map.of())
                .forEach((file, start) -> assertThat(directory.resolve(file))
                        .isNotEmptyFile()
                        .content()
                        .startsWith(start));
        command.value("--csv").ifPresent(file -> assertThat(directory.resolve(file))
                .content()
                .startsWith("table,row,metric,published,simulated,status"));
    }

    /** Whether this machine has the cores that the command asks for. */
    private static boolean hasCores(JarCommand command) {
        int wanted = command.value("--server-cores").map(Integer::parseInt).orElse(0);
        Machine machine = Machine.look(
                Path.of("/proc"), System.getenv("PATH"), Runtime.getRuntime().availableProcessors());
        return wanted == 0 || (machine.canPin() && wanted < machine.cpus().size());
    }
}
