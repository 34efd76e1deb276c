package dev.multipool.perf.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.perf.result.MadeUpResults;
import dev.multipool.perf.result.ResultFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
    private final Path directory;

    MainTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "measure",
                "run --sizes 0",
                "run --sizes 2,2",
                "run --sizes few",
                "run --users 3 --connections 4",
                "run --warmup soon",
                "run --duration 10",
                "run --repeats 0",
                "run --objective tp95<10ms",
                "run --experiment other",
                "run --redis none",
                "run --server-cores 4096",
                "report",
                "report --from missing.json"
            })
    void wrongUsage_isExitCode2AndOneLine(String commandLine) {
        Console console = execute(commandLine.isEmpty() ? new String[0] : commandLine.split(" ", -1));

        assertThat(console.exitCode()).isEqualTo(2);
        assertThat(console.errors().lines()).hasSize(1);
        assertThat(console.errors()).startsWith("multipool-lab");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "run --help", "report --help", "--version"})
    void help_isExitCode0(String commandLine) {
        assertThat(execute(commandLine.split(" ", -1)).exitCode()).isZero();
    }

    @Test
    void report_ofAResult_makesThePageBesideIt() throws IOException {
        Path json = Files.writeString(directory.resolve("result.json"), new ResultFile().toJson(MadeUpResults.sweep()));

        assertThat(execute("report", "--from", json.toString()).exitCode()).isZero();

        assertThat(directory.resolve("report.html")).content().contains("fixed pool of 8 threads");
    }

    @Test
    void report_check_onlyChecks() throws IOException {
        Path json = Files.writeString(directory.resolve("result.json"), new ResultFile().toJson(MadeUpResults.sweep()));

        Console console = execute("report", "--from", json.toString(), "--check");

        assertThat(console.exitCode()).isZero();
        assertThat(console.output()).contains("is valid");
        assertThat(directory.resolve("report.html")).doesNotExist();
    }

    @Test
    void report_ofAnInvalidResult_isExitCode1AndOneLine() throws IOException {
        Path json = Files.writeString(directory.resolve("result.json"), "{}");

        Console console = execute("report", "--from", json.toString(), "--check");

        assertThat(console.exitCode()).isEqualTo(1);
        assertThat(console.errors().lines()).hasSize(1);
        assertThat(console.errors()).contains("does not match the schema");
    }

    private record Console(int exitCode, String output, String errors) {}

    private static Console execute(String... args) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
        try {
            int exitCode = Main.execute(args);
            return new Console(
                    exitCode, output.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }
}
