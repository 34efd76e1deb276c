package dev.multipool.casebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.multipool.casebook.Laboratory.Outcome;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A search that the agent's graph of the pools guides. */
@Tag("full")
class GuidedSearchIT {
    @RegisterExtension
    final MachineShare machine = MachineShare.withOthers();

    /** Tomcat's threads borrow connections of HikariCP: the agent tells both, and the search finds which knob sets which. */
    @Test
    @Timeout(600)
    void search_withTheAgent_isGuidedByAModelOfThePools(@TempDir Path directory) throws Exception {
        Outcome search = Laboratory.run(
                directory.resolve("console"),
                "search",
                Path.of("spring-boot", "with-agent.yaml").toString(),
                "--objective",
                "tp99<2s",
                "--budget",
                "100s",
                "--patience",
                "0s",
                "--warmup",
                "6s",
                "--duration",
                "3s",
                "--out",
                directory.resolve("out").toString());

        assertThat(search.exitCode()).as(search.output()).isZero();
        JsonNode result = new ObjectMapper()
                .readTree(directory.resolve("out/latest/result.json").toFile());
        assertThat(directory.resolve("out/latest/report.html")).isNotEmptyFile();
        JsonNode settings = result.get("answer").get("settings");
        assertThat(settings.size()).as("knobs of " + settings).isEqualTo(2);
        assertThat(settings.get("threads").asInt()).isBetween(10, 200);
        assertThat(settings.get("connections").asInt()).isBetween(2, 50);
        // a model is made of windows that count
        assumeThat(result.get("runs")).anyMatch(run -> run.get("invalidReasons").isEmpty());
        Map<String, JsonNode> subjects = new HashMap<>();
        for (JsonNode finding : result.get("findings")) {
            String code = finding.get("code").asText();
            JsonNode knob = finding.get("subjects").path("KNOB");
            subjects.put(knob.isMissingNode() ? code : code + " " + knob.asText(), finding.get("subjects"));
        }
        // where others use the machine, windows scatter or don't count, and the model is ignored, or there is none
        JsonNode guided = subjects.getOrDefault(
                "SEARCH_GUIDED",
                subjects.getOrDefault("SEARCH_GUIDE_MISSED", subjects.get("SEARCH_WITH_TOO_FEW_LOADS")));
        assertThat(guided).as(search.output()).isNotNull();
        assertThat(guided.get("POOLS").asText()).matches("http-nio-.*exec, then HikariPool-1");
        assertThat(subjects.get("KNOB_SETS_POOLS threads").get("POOLS").asText())
                .matches("http-nio-.*exec");
        assertThat(subjects.get("KNOB_SETS_POOLS connections").get("POOLS").asText())
                .isEqualTo("HikariPool-1");
    }
}
