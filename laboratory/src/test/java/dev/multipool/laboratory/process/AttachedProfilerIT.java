package dev.multipool.laboratory.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.sampling.SampledPool;
import dev.multipool.laboratory.sampling.SampledStates;
import dev.multipool.laboratory.sampling.ThreadRules;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttachedProfilerIT {
    @TempDir
    private Path directory;

    @Test
    void record_ofAJvmThatKnowsNothingOfIt_seesItsThreads() throws IOException, InterruptedException {
        List<String> command = new JavaCommand(Jdk.running(), System.getProperty("java.class.path"), List.of())
                .commandLine(null, Sleeper.class.getName(), List.of("3"));
        try (ChildProcess child = ChildProcess.start("sleeper", command, directory.resolve("sleeper.log"))) {
            while (!child.outputText().contains("busy")) {
                assertThat(child.awaitEnd(Duration.ofMillis(20))).isFalse();
            }
            Optional<Profiler> profiler = AttachedProfiler.of(List.of(1L, child.pid()), directory.toAbsolutePath());
            assertThat(profiler).isPresent();
            Path jfr = directory.resolve("run.jfr").toAbsolutePath();

            profiler.get().rehearse(jfr);
            String event = profiler.get().start(jfr);
            Thread.sleep(1000);
            profiler.get().stop();

            assertThat(event).isIn(Profiler.PERF, Profiler.TIMER);
            assertThat(SampledStates.of(jfr, 1, ThreadRules.STANDARD, List.of()))
                    .filteredOn(group -> group.pool().equals("busy"))
                    .singleElement()
                    .returns(3, SampledPool::threads);
        }
    }

    @Test
    void of_processesThatAreNoJvm_isEmpty() throws IOException {
        assertThat(AttachedProfiler.of(List.of(1L), directory.toAbsolutePath())).isEmpty();
    }
}
