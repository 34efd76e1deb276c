package dev.multipool.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** The image that jib makes, taken apart. */
@TestInstance(Lifecycle.PER_CLASS)
class ImageIT {
    /** What a Redis of the server's own needs, which is in no image. */
    private static final Path EXTRAS = Path.of("../rpc-server/target/extras");

    private static final Path TAR = Path.of("../rpc-server/target/image-check.tar");

    private Path directory;
    private JsonNode config;
    private Path root;

    @BeforeAll
    void unpack(@TempDir Path temporary) throws Exception {
        directory = temporary;
        extract(TAR, directory);
        JsonNode manifest = json("manifest.json").get(0);
        config = json(manifest.get("Config").asText()).get("config");
        root = Files.createDirectory(directory.resolve("root"));
        for (String layer : Manifests.texts(manifest.get("Layers"))) {
            extract(directory.resolve(layer), root);
        }
    }

    @Test
    void image_isOfTheSameUserAndFlagsAsTheDockerfiles() throws IOException {
        List<String> entrypoint = Manifests.texts(config.get("Entrypoint"));

        assertThat(Files.readAllLines(Manifests.DOCKERFILE))
                .contains("USER " + config.get("User").asText(), "ENV MULTIPOOL_SERVER_HOST=0.0.0.0");
        assertThat(Manifests.texts(config.get("Env"))).contains("MULTIPOOL_SERVER_HOST=0.0.0.0");
        assertThat(Manifests.texts(config.get("Cmd"))).isEqualTo(Manifests.instruction("CMD"));
        assertThat(entrypoint).startsWith("java").contains("-XX:MaxRAMPercentage=50", "-XX:+ExitOnOutOfMemoryError");
        assertThat(config.get("ExposedPorts").has("8000/tcp")).isTrue();
    }

    @Test
    void image_holdsAServerThatServes() throws Exception {
        List<String> command = new ArrayList<>();
        for (String word : Manifests.texts(config.get("Entrypoint"))) {
            command.addAll(word.equals("java") ? DeployedServer.quickJava() : List.of(outside(word)));
        }
        command.addAll(DeployedServer.arguments());

        try (DeployedServer server = DeployedServer.start(command)) {
            assertThat(server.get("/health/ready").statusCode()).isEqualTo(200);
            assertThat(server.end()).isZero();
        }
    }

    @Test
    void image_holdsNothingThatIsForTrying() throws IOException {
        try (Stream<Path> libraries = Files.list(root.resolve("app/libs"))) {
            assertThat(libraries.map(each -> each.getFileName().toString()))
                    .anyMatch(name -> name.startsWith("netty-handler-"))
                    .noneMatch(name -> name.matches(
                            "(multipool-redis-source|embedded-redis|testcontainers|docker-java|jna|async-profiler).*"));
        }
    }

    /** Paths of the image as they are outside; the class path in a file is written anew, with a Redis to try it with. */
    private String outside(String word) throws IOException {
        if (word.startsWith("@")) {
            Path arguments = root.resolve(word.substring(2));
            String classPath = outside(Files.readString(arguments).strip()) + ":" + EXTRAS.toAbsolutePath() + "/*";
            return "@" + Files.writeString(directory.resolve("arguments"), classPath);
        }
        return word.replaceAll("(^|:)/app/", "$1" + root + "/app/");
    }

    private JsonNode json(String name) throws IOException {
        return new ObjectMapper().readTree(directory.resolve(name).toFile());
    }

    private void extract(Path tar, Path into) throws IOException, InterruptedException {
        // GNU tar says of each file that it does not know one of its attributes
        Path errors = directory.resolve("tar-errors");
        Process process = new ProcessBuilder("tar", "-xf", tar.toAbsolutePath().toString(), "-C", into.toString())
                .redirectErrorStream(true)
                .redirectOutput(errors.toFile())
                .start();
        assertThat(process.waitFor()).as(() -> "tar -xf " + tar + ": " + errors).isZero();
    }
}
