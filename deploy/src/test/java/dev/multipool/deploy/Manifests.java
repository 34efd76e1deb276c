package dev.multipool.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The files of deploy/, read. */
final class Manifests {
    static final Path DOCKERFILE = Path.of("Dockerfile");
    private static final Path DIRECTORY = Path.of("kubernetes");

    private Manifests() {}

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files.sorted().toList();
        }
    }

    static JsonNode read(Path file) throws IOException {
        return new YAMLMapper().readTree(file.toFile());
    }

    static JsonNode read(String name) throws IOException {
        return read(DIRECTORY.resolve(name));
    }

    static JsonNode pod() throws IOException {
        return read("deployment.yaml").at("/spec/template/spec");
    }

    static JsonNode container() throws IOException {
        return pod().at("/containers/0");
    }

    static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    /** The value of a flag {@code --name=value} of the container's command line. */
    static String argument(String begin) throws IOException {
        return texts(container().get("args")).stream()
                .filter(argument -> argument.startsWith(begin))
                .map(argument -> argument.substring(begin.length()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + begin + " in deployment.yaml"));
    }

    /** The JSON array of an instruction in exec form; fails for the shell form. */
    static List<String> instruction(String name) throws IOException {
        String line = Files.readAllLines(DOCKERFILE).stream()
                .filter(one -> one.startsWith(name + " "))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in " + DOCKERFILE));
        return texts(new YAMLMapper().readTree(line.substring(name.length() + 1)));
    }

    /** The words of the command in docs/reference/deploy.md that begins so. */
    static List<String> documented(String begin) throws IOException {
        String line = Files.readAllLines(Path.of("../docs/reference/deploy.md")).stream()
                .filter(one -> one.startsWith(begin))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no command " + begin + " in docs/reference/deploy.md"));
        return List.of(line.split(" ", -1));
    }
}
