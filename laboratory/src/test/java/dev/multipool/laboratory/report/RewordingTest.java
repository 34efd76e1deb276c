package dev.multipool.laboratory.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.MadeUpRates;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.result.MethodAnswer;
import dev.multipool.laboratory.result.ResultFile;
import dev.multipool.laboratory.result.Table;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every sentence of a result can be reworded, and nothing is decided otherwise. */
class RewordingTest {
    /** The keys in result.json under which words stand. */
    private static final Set<String> WORDS = Set.of("text", "reason", "advice", "caption", "awakeWhy");

    private static final String REWORDED = "Somebody has found better words for this";

    private final ObjectMapper mapper = new ObjectMapper();
    private final ResultFile file = new ResultFile();

    @TempDir
    private Path directory;

    static List<LabResult> results() {
        return List.of(
                MadeUpResults.sweep(),
                MadeUpResults.everything(),
                MadeUpResults.search(),
                MadeUpResults.provisionalSearch(),
                MadeUpResults.fruitlessSearch(),
                MadeUpResults.described(),
                MadeUpResults.describedInVain(),
                MadeUpRates.provisional());
    }

    @ParameterizedTest
    @MethodSource("results")
    void aRewordedResult_decidesTheSame(LabResult result) throws IOException {
        JsonNode json = mapper.readTree(file.toJson(result));
        int words = reword(json);
        Path reworded = Files.writeString(directory.resolve("result.json"), mapper.writeValueAsString(json));

        LabResult read = file.read(reworded);

        assertThat(words).isPositive();
        assertThat(read.answer().outcome()).isEqualTo(result.answer().outcome());
        assertThat(read.answer().recommendation().settings())
                .isEqualTo(result.answer().recommendation().settings());
        assertThat(read.answer().recommendation().sustainable())
                .isEqualTo(result.answer().recommendation().sustainable());
        assertThat(read.answer().missing()).isEqualTo(result.answer().missing());
        assertThat(read.answer().methods())
                .extracting(MethodAnswer::hints)
                .isEqualTo(result.answer().methods().stream()
                        .map(MethodAnswer::hints)
                        .toList());
        assertThat(read.measured().runs())
                .extracting(LabRun::invalidReasons)
                .isEqualTo(result.measured().runs().stream()
                        .map(LabRun::invalidReasons)
                        .toList());
        assertThat(read.measured().runs())
                .extracting(LabRun::isValid)
                .isEqualTo(
                        result.measured().runs().stream().map(LabRun::isValid).toList());
        assertThat(read.measured().runs())
                .extracting(run -> run.details().diagnosis().stream()
                        .map(each -> each.cause())
                        .toList())
                .isEqualTo(result.measured().runs().stream()
                        .map(run -> run.details().diagnosis().stream()
                                .map(each -> each.cause())
                                .toList())
                        .toList());
        assertThat(read.findings()).isEqualTo(result.findings());
        assertThat(read.tables())
                .extracting(Table::rows)
                .isEqualTo(result.tables().stream().map(Table::rows).toList());
        assertThat(ConsoleReport.lines(read)).hasSameSizeAs(ConsoleReport.lines(result));
    }

    @ParameterizedTest
    @ValueSource(strings = {"report.js", "why.js", "compare.js"})
    void aPage_looksIntoNoSentence(String page) throws IOException {
        try (InputStream in = HtmlReport.class.getResourceAsStream(page)) {
            assertThat(in).isNotNull();
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .doesNotContain(".exec(", ".match(", ".test(", ".startsWith(", ".endsWith(", ".split(")
                    .doesNotContainPattern("\\.(includes|indexOf)\\('");
        }
    }

    /** How many texts were replaced. */
    private static int reword(JsonNode node) {
        int count = 0;
        if (node instanceof ObjectNode object) {
            for (String key : List.copyOf(
                    object.propertyStream().map(each -> each.getKey()).toList())) {
                JsonNode value = object.get(key);
                if (WORDS.contains(key) && value.isTextual()) {
                    object.put(key, REWORDED);
                    count++;
                } else if (WORDS.contains(key) && value instanceof ArrayNode sentences) {
                    count += sentences.size();
                    for (int i = 0; i < sentences.size(); i++) {
                        sentences.set(i, TextNode.valueOf(REWORDED));
                    }
                } else {
                    count += reword(value);
                }
            }
        } else {
            for (JsonNode each : node) {
                count += reword(each);
            }
        }
        return count;
    }
}
