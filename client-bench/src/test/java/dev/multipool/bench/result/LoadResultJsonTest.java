package dev.multipool.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadProfile;
import dev.multipool.bench.plan.Plans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadResultJsonTest {
    @TempDir
    private Path directory = Path.of("");

    @Test
    void fromJson_ofToJson_isTheSame() throws IOException {
        LoadResult result = result(1.25);

        assertThat(LoadResultJson.fromJson(LoadResultJson.toJson(result))).isEqualTo(result);
    }

    @Test
    void fromJson_keepsUnknownValuesUnknown() throws IOException {
        LoadResult result = result(null);

        String json = LoadResultJson.toJson(result);

        assertThat(json).contains("\"serverCpuCores\" : null");
        assertThat(LoadResultJson.fromJson(json)).isEqualTo(result);
    }

    @Test
    void toJson_writesDurationsAsIso8601() {
        assertThat(LoadResultJson.toJson(result(null)))
                .contains("\"warmup\" : \"PT5S\"", "\"callTimeout\" : \"PT0.5S\"", "\"rejectBackoff\" : \"PT0.01S\"");
    }

    @Test
    void fromJson_aDurationOfAnotherForm_saysWhatWasExpected() {
        String json = LoadResultJson.toJson(result(null)).replace("PT5S", "5s");

        assertThatThrownBy(() -> LoadResultJson.fromJson(json))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("expected: an ISO-8601 duration such as PT0.5S");
    }

    @Test
    void fromJson_anUnknownField_isRefused() {
        String json = LoadResultJson.toJson(result(null)).replace("\"calls\"", "\"cals\"");

        assertThatThrownBy(() -> LoadResultJson.fromJson(json))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cals");
    }

    @Test
    void fromJson_aPlanOutOfBounds_isRefused() {
        String json = LoadResultJson.toJson(result(null)).replace("\"users\" : 24", "\"users\" : 2");

        assertThatThrownBy(() -> LoadResultJson.fromJson(json))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("users: 2 (expected: >= connections: 4)");
    }

    @Test
    void write_replacesTheFileAndLeavesNothingElse() throws IOException {
        Path file = directory.resolve("deep").resolve("result.json");
        LoadResultJson.write(result(1.0), file);

        LoadResultJson.write(result(2.0), file);

        assertThat(LoadResultJson.read(file).use().serverCpuCores()).isEqualTo(2.0);
        try (var files = Files.list(directory.resolve("deep"))) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void toJson_ofEveryModel_fitsTheSchema() {
        LoadResultSchema.assertFits(LoadResultJson.toJson(result(1.25)));
        LoadResultSchema.assertFits(LoadResultJson.toJson(result(null)));
        LoadResultSchema.assertFits(LoadResultJson.toJson(result(1.0, Plans.constant(1_000))));
        LoadResultSchema.assertFits(LoadResultJson.toJson(result(
                null,
                Plans.constant(10).withProfile(LoadProfile.spike(10, 40, Duration.ofSeconds(10), Plans.SECOND)))));
    }

    @Test
    void schema_refusesWhatIsNoResult() {
        String json = LoadResultJson.toJson(result(1.25));

        assertThat(LoadResultSchema.errorsOf(json.replace("\"calls\"", "\"cals\"")))
                .isNotEmpty();
        assertThat(LoadResultSchema.errorsOf(json.replace("closed-loop", "half-open-loop")))
                .isNotEmpty();
        assertThat(LoadResultSchema.errorsOf(json.replace("\"PT5S\"", "\"5 s\"")))
                .isNotEmpty();
    }

    @Test
    void fromJson_ofAnOpenLoop_isTheSame() throws IOException {
        LoadResult result = result(1.0, Plans.constant(1_000));

        String json = LoadResultJson.toJson(result);

        assertThat(json)
                .contains("\"model\" : \"open-loop\"", "\"arrivals\" : \"constant\"", "\"sendRateShare\" : 0.99");
        assertThat(LoadResultJson.fromJson(json)).isEqualTo(result);
    }

    @Test
    void fromJson_ofStepsOfUsers_isTheSame() throws IOException {
        LoadResult result = result(
                1.0, LoadModel.ClosedLoop.of(30).withProfile(LoadProfile.staircase(30, 30, 60, Duration.ofSeconds(5))));

        String json = LoadResultJson.toJson(result);

        assertThat(json).contains("\"from\" : 30.0", "\"length\" : \"PT5S\"", "\"fromLevel\" : 60.0");
        assertThat(LoadResultJson.fromJson(json)).isEqualTo(result);
    }

    private static LoadResult result(@Nullable Double serverCpuCores) {
        return result(serverCpuCores, LoadModel.ClosedLoop.of(24));
    }

    private static LoadResult result(@Nullable Double serverCpuCores, LoadModel load) {
        return MadeUpRun.result(serverCpuCores, load);
    }
}
