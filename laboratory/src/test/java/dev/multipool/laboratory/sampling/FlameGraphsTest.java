package dev.multipool.laboratory.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.sampling.FlameGraphs.Drawn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlameGraphsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path directory;

    @Test
    void aRecordingThatCantBeRead_costsTheGraphsAndNothingElse() throws Exception {
        Files.writeString(directory.resolve("run-01.jfr"), "not a recording");

        Drawn drawn = new FlameGraphs(directory).ofRun("run-01", List.of("business"), 10);

        assertThat(drawn.flames()).isEmpty();
        assertThat(drawn.notDrawn())
                .hasSize(7)
                .anySatisfy(reason -> assertThat(reason).startsWith("CPU, all threads: "))
                .anySatisfy(reason -> assertThat(reason).startsWith("wall clock, pool business: "))
                .anySatisfy(reason -> assertThat(reason).startsWith("wall clock, only calls above 10 ms"));
    }
}
