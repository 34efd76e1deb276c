package dev.multipool.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** This machine's Docker engine, by its command line. All that a test makes has its label and goes with {@link #close}. */
final class Docker implements AutoCloseable {
    private static final int PROBE_SECONDS = 5;
    private static final int COMMAND_SECONDS = 120;
    private static final String LABEL = "dev.multipool.test";

    private final String run = LABEL + "=" + ProcessHandle.current().pid();
    private final Path root = Path.of("..");

    private Docker() {}

    /** Skips the test where no engine answers, unless the environment asks for one. */
    static Docker start() throws IOException, InterruptedException {
        boolean required = Boolean.parseBoolean(System.getenv("REQUIRE_DOCKER"));
        boolean answers = answers();
        assumeTrue(required || answers, "no Docker engine answers (docker info)");
        assertThat(answers).as("a Docker engine, since REQUIRE_DOCKER is set").isTrue();
        return new Docker();
    }

    private static boolean answers() throws InterruptedException {
        try {
            Process info = new ProcessBuilder("docker", "info")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (info.waitFor(PROBE_SECONDS, TimeUnit.SECONDS)) {
                return info.exitValue() == 0;
            }
            info.destroyForcibly();
            return false;
        } catch (IOException e) {
            return false;
        }
    }

    /** A name of this run's own. */
    String name(String what) {
        return "multipool-test-" + what + "-" + ProcessHandle.current().pid();
    }

    /** As an argument of {@code docker build}, {@code run} and others. */
    String label() {
        return "--label=" + run;
    }

    /** As a change of {@code docker import}. */
    String labelChange() {
        return "LABEL " + run;
    }

    boolean has(String image) throws IOException, InterruptedException {
        return attempt("docker", "image", "inspect", image).exitCode() == 0;
    }

    /** What a command that must succeed prints. */
    String run(String... words) throws IOException, InterruptedException {
        Ended ended = attempt(words);
        assertThat(ended.exitCode())
                .as(() -> String.join(" ", words) + ": " + ended.output())
                .isZero();
        return ended.output();
    }

    /** Runs a command to its end, from the repository's root, as the documents show them. */
    Ended attempt(String... words) throws IOException, InterruptedException {
        Process process = launch(List.of(words));
        // by a thread of its own: what doesn't end must not be read for ever
        List<String> output = new ArrayList<>();
        Thread reader = new Thread(
                () -> process.inputReader(StandardCharsets.UTF_8).lines().forEach(line -> {
                    synchronized (output) {
                        output.add(line);
                    }
                }));
        reader.setDaemon(true);
        reader.start();
        if (!process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(String.join(" ", words) + " did not end within " + COMMAND_SECONDS + " s");
        }
        reader.join(TimeUnit.SECONDS.toMillis(PROBE_SECONDS));
        synchronized (output) {
            return new Ended(process.exitValue(), String.join("\n", output));
        }
    }

    Process launch(List<String> words) throws IOException {
        return new ProcessBuilder(words)
                .directory(root.toFile())
                .redirectErrorStream(true)
                .start();
    }

    /** Removes this run's containers, networks and images. */
    @Override
    public void close() throws IOException {
        try {
            remove("ps -aq", "rm -f");
            remove("network ls -q", "network rm");
            remove("images -q", "rmi -f");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void remove(String list, String remove) throws IOException, InterruptedException {
        String found = run(words("docker " + list + " --filter label=" + run)).strip();
        if (!found.isEmpty()) {
            run(words("docker " + remove + " "
                    + String.join(" ", found.lines().distinct().toList())));
        }
    }

    private static String[] words(String command) {
        return command.split(" ", -1);
    }

    /** How a command ended, and what it printed. */
    record Ended(int exitCode, String output) {}
}
