package dev.multipool.laboratory.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.laboratory.result.InvalidResultException;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.result.ResultFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultDirectoryTest {
    private static final Instant NOW = Instant.parse("2026-11-21T03:10:12Z");

    private final Path root;

    ResultDirectoryTest(@TempDir Path root) {
        this.root = root;
    }

    @Test
    void write_placesTheThreeFilesUnderTheirTimeAndUnderLatest() throws IOException {
        ResultDirectory directory = ResultDirectory.create(root.resolve("perf"), NOW, "sweep", true);

        directory.write(MadeUpResults.sweep());

        assertThat(directory.own()).isEqualTo(root.resolve("perf/20261121-031012"));
        for (Path place : List.of(directory.own(), root.resolve("perf/latest"), root.resolve("perf/latest-sweep"))) {
            assertThat(place)
                    .isDirectoryContaining("glob:**/result.json")
                    .isDirectoryContaining("glob:**/results.csv")
                    .isDirectoryContaining("glob:**/report.html")
                    .isDirectoryNotContaining("glob:**/.*");
            assertThat(new ResultFile().read(place.resolve("result.json"))).isEqualTo(MadeUpResults.sweep());
        }
    }

    @Test
    void write_ofALaterExperimentOfAJob_leavesLatestAlone() throws IOException {
        ResultDirectory.create(root, NOW, "overload", false).write(MadeUpResults.sweep());

        assertThat(root.resolve("latest")).doesNotExist();
        assertThat(root.resolve("latest-overload/result.json")).exists();
    }

    @Test
    void create_inTheSameSecond_takesAnotherDirectory() throws IOException {
        Path first = ResultDirectory.create(root, NOW, "sweep", true).own();
        Path second = ResultDirectory.create(root, NOW, "sweep", true).own();

        assertThat(second).isNotEqualTo(first);
    }

    @Test
    void write_ofAResultThatBreaksTheSchema_keepsOnlyWhatWasMeasured() throws IOException {
        ResultDirectory directory = ResultDirectory.create(root, NOW, "sweep", true);

        assertThatExceptionOfType(InvalidResultException.class)
                .isThrownBy(() -> directory.write(MadeUpResults.of(
                        MadeUpResults.OBJECTIVE, List.of(MadeUpResults.run(1, 1, 2, 100, Double.NaN)))))
                .withMessageContaining(
                        directory.own().resolve("result-unchecked.json").toString());

        assertThat(directory.own())
                .isDirectoryContaining(file -> file.endsWith("result-unchecked.json"))
                .isDirectoryNotContaining(file -> !file.endsWith("result-unchecked.json"));
        assertThat(root.resolve("latest")).doesNotExist();
    }
}
