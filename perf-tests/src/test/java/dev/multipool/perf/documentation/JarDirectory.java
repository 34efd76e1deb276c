package dev.multipool.perf.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A directory that looks like the project's root to the commands of documents: it has the jars that were built. */
final class JarDirectory {
    private static final List<String> BUILT = List.of(
            "rpc-server/target/multipool-server.jar",
            "rpc-server/target/multipool-server.jsa",
            "client-bench/target/multipool-bench.jar",
            "perf-tests/target/multipool-lab.jar");

    private JarDirectory() {}

    static void linkInto(Path directory) throws IOException {
        for (String built : BUILT) {
            Path file = Documents.ROOT.resolve(built);
            assertThat(file).isRegularFile();
            Path link = directory.resolve(built);
            Files.createDirectories(link.getParent());
            Files.createSymbolicLink(link, file);
        }
        Path examples = directory.resolve("docs/examples");
        Files.createDirectories(examples.getParent());
        Files.createSymbolicLink(
                examples, Documents.ROOT.resolve("docs/examples").toAbsolutePath());
    }
}
