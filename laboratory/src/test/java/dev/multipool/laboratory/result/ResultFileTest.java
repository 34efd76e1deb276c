package dev.multipool.laboratory.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.multipool.laboratory.machine.cores.AwakeBy;
import dev.multipool.laboratory.process.PoolEdge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ResultFileTest {
    private final ResultFile resultFile = new ResultFile();

    private final Path directory;

    ResultFileTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void read_ofWhatToJsonWrote_isTheSameResult() throws IOException {
        LabResult result = MadeUpResults.sweep();

        assertThat(resultFile.read(file(resultFile.toJson(result)))).isEqualTo(result);
    }

    static List<LabResult> ofDescribedServices() {
        return List.of(
                MadeUpResults.described(),
                MadeUpResults.describedUnderWrk(),
                MadeUpResults.describedInVain(),
                MadeUpRates.confirmed(),
                MadeUpRates.provisional(),
                MadeUpRates.none(NoRate.OTHER_PROGRAM));
    }

    @ParameterizedTest
    @MethodSource("ofDescribedServices")
    void read_ofADescribedService_isTheSameResult(LabResult result) throws IOException {
        assertThat(resultFile.read(file(resultFile.toJson(result)))).isEqualTo(result);
    }

    @Test
    void toJson_ofADescribedService_hasNoRedisButWhatWasAskedAndHowToSetEachKnob() throws IOException {
        JsonNode json = new ObjectMapper().readTree(resultFile.toJson(MadeUpResults.describedUnderWrk()));

        assertThat(json.at("/setup/redis").isNull()).isTrue();
        assertThat(json.at("/runs/0/settings/load/usersSeeded").isNull()).isTrue();
        assertThat(json.at("/runs/0/settings/load/timeoutSeconds").isNull()).isTrue();
        assertThat(json.at("/setup/service/name").asText()).isEqualTo("shop");
        assertThat(json.at("/setup/service/asked/program").asText()).isEqualTo("WRK");
        assertThat(json.at("/setup/service/knobs/4/way/to").asText()).isEqualTo("/tmp/a:b/app.conf");
        assertThat(json.at("/toUse/0/way/kind").asText()).isEqualTo("environment");
        assertThat(json.at("/toUse/0/value").asText()).isEqualTo("63");
        JsonNode ours = new ObjectMapper().readTree(resultFile.toJson(MadeUpResults.sweep()));
        assertThat(ours.at("/setup/service").isNull()).isTrue();
        assertThat(ours.at("/toUse")).isEmpty();
    }

    @Test
    void toJson_ofAResultWithARate_hasIt() throws IOException {
        JsonNode json = new ObjectMapper().readTree(resultFile.toJson(MadeUpRates.confirmed()));

        assertThat(json.at("/answer/sustainable/outcome").asText()).isEqualTo("answer");
        assertThat(json.at("/answer/sustainable/rate/perSecond").asInt()).isEqualTo(1299);
        assertThat(json.at("/answer/sustainable/rate/arrivals").asText()).isEqualTo("POISSON");
        assertThat(json.at("/answer/sustainable/rate/notKeptPerSecond").asInt()).isEqualTo(1345);
        assertThat(json.at("/answer/sustainable/rate/evidence/windows").asInt()).isEqualTo(3);
        assertThat(json.at("/answer/cores").asInt()).isEqualTo(1);
    }

    @Test
    void read_ofAResultFromBeforeRatesWereSearched_isValid() throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        JsonNode json = mapper.readTree(resultFile.toJson(MadeUpResults.described()));
        ((ObjectNode) json.at("/answer")).remove("sustainable");

        LabResult read = resultFile.read(file(mapper.writeValueAsString(json)));

        assertThat(read).isEqualTo(MadeUpResults.described());
    }

    @ParameterizedTest
    @CsvSource({
        "\"whyNone\" : \"OTHER_PROGRAM\", \"whyNone\" : null, /answer/sustainable/whyNone",
        "\"whyNone\" : \"OTHER_PROGRAM\", \"whyNone\" : \"LAZY\", /answer/sustainable/whyNone"
    })
    void read_ofNoRateWithoutAReason_isRefused(String text, String replacement, String place) throws IOException {
        Path file =
                file(resultFile.toJson(MadeUpRates.none(NoRate.OTHER_PROGRAM)).replace(text, replacement));

        assertThatExceptionOfType(InvalidResultException.class)
                .isThrownBy(() -> resultFile.read(file))
                .withMessageContaining(place);
    }

    @Test
    void read_ofAResultWithoutAnAnswer_isTheSameResult() throws IOException {
        LabResult result = MadeUpResults.of(
                MadeUpResults.OBJECTIVE,
                List.of(MadeUpResults.invalid(MadeUpResults.run(1, 1, 2, 100, 4), "EINTERNAL")));

        assertThat(resultFile.read(file(resultFile.toJson(result)))).isEqualTo(result);
    }

    @ParameterizedTest
    @CsvSource({
        "\"measured\" : true, \"measured\" : \"yes\", measured",
        "\"answer\", \"reply\", reply",
        "\"shared\" : false, '\"shared\" : false, \"extra\" : 1', extra",
        "\"p99Millis\" : 11.4, \"p99Millis\" : -1, /runs/0/figures/responseTime/p99Millis",
        "tp99<10.0ms, soon, objective"
    })
    void read_ofAFileThatBreaksTheSchema_namesThePlaceInOneLine(String text, String replacement, String place)
            throws IOException {
        String json = resultFile.toJson(MadeUpResults.sweep()).replace("tp99<10ms", "tp99<10.0ms");
        Path file = file(json.replace(text, replacement));

        assertThatExceptionOfType(InvalidResultException.class)
                .isThrownBy(() -> resultFile.read(file))
                .withMessageContaining(place)
                .withMessageStartingWith(file.toString())
                .withMessageNotContaining("\n");
    }

    @Test
    void read_ofNoAnswerThatHasAPool_isRefused() throws IOException {
        Path file = file(resultFile
                .toJson(MadeUpResults.sweep())
                .replace("\"outcome\" : \"provisional\"", "\"outcome\" : \"none\""));

        assertThatExceptionOfType(InvalidResultException.class).isThrownBy(() -> resultFile.read(file));
    }

    @Test
    void read_ofSomethingElse_saysThatItIsNotJson() throws IOException {
        Path file = file("threads,tps\n");

        assertThatExceptionOfType(InvalidResultException.class)
                .isThrownBy(() -> resultFile.read(file))
                .withMessageContaining("not JSON")
                .withMessageNotContaining("\n");
    }

    @Test
    void toJson_ofAFigureThatIsNoNumber_isRefused() {
        LabResult result =
                MadeUpResults.of(MadeUpResults.OBJECTIVE, List.of(MadeUpResults.run(1, 1, 2, 100, Double.NaN)));

        assertThatExceptionOfType(InvalidResultException.class).isThrownBy(() -> resultFile.toJson(result));
    }

    static Stream<Arguments> namesInTheSchema() {
        return Stream.of(
                Arguments.of("verdict/properties/cause", Verdict.Cause.values()),
                Arguments.of("verdict/properties/figures/propertyNames", Verdict.Measure.values()),
                Arguments.of("finding/properties/subjects/propertyNames", Finding.Subject.values()),
                Arguments.of("nextStep/properties/action", NextStep.Action.values()),
                Arguments.of("shortfall/properties/condition", Shortfall.Condition.values()),
                Arguments.of("noRate", NoRate.values()),
                Arguments.of("noAnswer/properties/cause", NoAnswer.Cause.values()),
                Arguments.of("poolEdge/properties/kind", PoolEdge.Kind.values()),
                Arguments.of("carried/properties/arrivals", Demand.Arrivals.values()),
                Arguments.of("service/properties/asked/properties/protocol", DescribedFacts.Protocol.values()),
                Arguments.of("load/properties/engine/properties/program", LoadEngine.Program.values()),
                Arguments.of("load/properties/engine/properties/loop", LoadEngine.Loop.values()),
                Arguments.of("load/properties/engine/properties/stalls", LoadEngine.Stalls.values()),
                Arguments.of("coreSetup/properties/awakeBy", AwakeBy.values()),
                Arguments.of("table/properties/columns/items/properties/origin", Table.Origin.values()),
                Arguments.of("cell/properties/form", Cell.Form.values()));
    }

    /** A whole job would be lost with a name that is only in one of both. */
    @ParameterizedTest
    @MethodSource("namesInTheSchema")
    void theSchema_hasTheNamesThatAreWritten(String place, Enum<?>[] written) throws IOException {
        JsonNode schema = new ObjectMapper().readTree(ResultFile.schemaText());
        List<String> names = new ArrayList<>();
        schema.at("/$defs/" + place + "/enum").forEach(name -> names.add(name.textValue()));
        // where there may be none
        names.remove(null);

        assertThat(names)
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(written).map(Enum::name).toList());
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("result.json"), text);
    }
}
