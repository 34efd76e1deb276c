package dev.multipool.perf.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where results go, as an option; unless it is given, to a directory that is called like the command. */
final class OutOption {
    @Option(
            names = "--out",
            paramLabel = "DIR",
            converter = OutputPath.OfDirectory.class,
            defaultValue = "perf-tests/target/${COMMAND-NAME}",
            description = "takes the results and what the processes print")
    private Path out = Path.of("");

    /** The directory, which exists then. */
    Path directory() throws IOException {
        return Files.createDirectories(out);
    }
}
