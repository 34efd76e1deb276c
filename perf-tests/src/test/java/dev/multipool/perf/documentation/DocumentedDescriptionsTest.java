package dev.multipool.perf.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.description.DescriptionReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each description of a service in a document, or each part of one with knobs, is read without a complaint. */
class DocumentedDescriptionsTest {
    /** What a part of a description lacks; each beside a part that has the others. */
    private static final Map<String, String> OTHERS = Map.of(
            "service:",
                    "service: {start: 'java {properties} -jar shop.jar', ready: 'http://127.0.0.1:{port}/health'}\n",
            "load:", "load: {http: 'GET http://127.0.0.1:{port}/products/1'}\n");

    @TempDir
    Path folder;

    static Stream<String> descriptions() {
        return Documents.all().stream()
                .flatMap(document -> Documents.yaml(Documents.read(document)).stream())
                .filter(block -> hasKey(block, "knobs:"));
    }

    @ParameterizedTest
    @MethodSource("descriptions")
    void read_eachDescriptionOfADocument_isUnderstood(String block) throws IOException {
        Files.createFile(folder.resolve("application.yaml.template"));
        Path file = folder.resolve("shop.yaml");
        StringBuilder whole = new StringBuilder(block);
        OTHERS.forEach((key, section) -> whole.append(hasKey(block, key) ? "" : section));
        Files.writeString(file, whole);

        assertThat(DescriptionReader.read(file).knobs()).isNotEmpty();
    }

    @Test
    void descriptions_areFound() {
        List<String> all = descriptions().toList();

        assertThat(all).anyMatch(block -> hasKey(block, "load:")).anyMatch(block -> !hasKey(block, "load:"));
    }

    private static boolean hasKey(String block, String key) {
        return block.lines().anyMatch(line -> line.startsWith(key));
    }
}
