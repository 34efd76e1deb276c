package dev.multipool.casebook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.multipool.casebook.Laboratory.Outcome;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A short search tries sizes of each service. How good these are is not asked: that is what the grids are for, on a machine that
 * does nothing else. {@link GuidedSearchIT} searches for the Spring Boot application.
 */
@Tag("full")
class CaseSearchIT {
    /** The ends of each knob's range, as the descriptions have them. */
    private static final Map<Case, Map<String, Range>> KNOBS = Map.of(
            Case.WIREMOCK, Map.of("threads", new Range(8, 400)),
            Case.GRPC, Map.of("threads", new Range(2, 400)));

    private record Range(int min, int max) {}

    @RegisterExtension
    final MachineShare machine = MachineShare.withOthers();

    @ParameterizedTest
    @EnumSource(names = {"WIREMOCK", "GRPC"})
    @Timeout(600)
    void search_triesSizesOfEachServiceAndReportsThem(Case service, @TempDir Path directory) throws Exception {
        Outcome search = Laboratory.run(
                directory.resolve("console"),
                "search",
                service.description().toString(),
                // within which a service answers even on a machine that others use
                "--objective",
                "tp99<2s",
                "--budget",
                "40s",
                "--patience",
                "0s",
                "--warmup",
                "3s",
                "--duration",
                "1s",
                "--out",
                directory.resolve("out").toString());

        Path latest = directory.resolve("out/latest");
        assertThat(latest.resolve("report.html")).as(search.output()).isNotEmptyFile();
        JsonNode result =
                new ObjectMapper().readTree(latest.resolve("result.json").toFile());
        assertThat(result.get("experiment").asText()).isEqualTo("size-service");
        Set<String> tried = new TreeSet<>();
        for (JsonNode run : result.get("runs")) {
            JsonNode server = run.get("settings").get("variant").get("server");
            tried.add(server.toString());
            assertWithin(KNOBS.getOrDefault(service, Map.of()), server);
        }
        // beside other work the time may be over after one
        assertThat(tried).as("settings tried: " + search.output()).isNotEmpty();
        JsonNode answer = result.get("answer");
        // windows as short as these, on a machine that stalls, may all not count: the answer then says so itself
        assertThat(answer.get("outcome").asText()).as(search.output()).isIn("answer", "provisional");
        assertThat(search.exitCode()).isZero();
        assertWithin(KNOBS.getOrDefault(service, Map.of()), answer.get("settings"));
        assertThat(answer.get("throughputPerSecond").asDouble())
                .as(search.output())
                .isGreaterThan(0);
    }

    private static void assertWithin(Map<String, Range> knobs, JsonNode settings) {
        Set<String> names = StreamSupport.stream(((Iterable<String>) settings::fieldNames).spliterator(), false)
                .collect(Collectors.toSet());
        assertThat(names).isEqualTo(knobs.keySet());
        knobs.forEach(
                (knob, range) -> assertThat(settings.get(knob).asInt()).as(knob).isBetween(range.min(), range.max()));
    }
}
