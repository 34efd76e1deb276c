package dev.multipool.perf.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The engine knows no service by name: neither our pools nor our methods stand in its code, its pages or its comments. */
class EngineWordsArchitectureTest {
    private static final Path ENGINE = Path.of("../laboratory/src/main");

    /** As names: {@code in common} is English, and {@code element('select')} is HTML. */
    private static final Pattern OUR_NAMES = Pattern.compile(
            "(?i)\\bbusiness\\b|[\"'.]common[\"']|\"select\"|pools\\.select|find-?user-?info|query-?items");

    @Test
    void engine_namesNeitherOurPoolsNorOurMethods() throws IOException {
        assertThat(found(ENGINE)).isEmpty();
    }

    @Test
    void theRule_findsThemInTheExperiments() throws IOException {
        assertThat(found(Path.of("src/main"))).isNotEmpty();
    }

    private static List<String> found(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> OUR_NAMES.matcher(text(file)).find())
                    .map(Path::toString)
                    .sorted()
                    .toList();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
