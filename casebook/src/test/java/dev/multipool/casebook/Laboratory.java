package dev.multipool.casebook;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The laboratory's jar, as a person runs it. */
final class Laboratory {
    private static final Path JAR = Path.of("../perf-tests/target/multipool-lab.jar");

    private Laboratory() {}

    /**
     * What a command ended with.
     *
     * @param output of both streams
     */
    record Outcome(int exitCode, String output) {}

    /** Runs a command until it ends. */
    static Outcome run(Path console, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", JAR.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(console.toFile())
                .start();
        try {
            return new Outcome(process.waitFor(), Files.readString(console));
        } finally {
            // a test that times out leaves nothing: the laboratory ends what it started
            process.destroy();
        }
    }
}
