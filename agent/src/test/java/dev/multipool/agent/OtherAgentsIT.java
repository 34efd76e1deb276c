package dev.multipool.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.agent.program.BesideProgram;
import dev.multipool.agent.program.ProfiledProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Others who weave into the same classes: OpenTelemetry's Java agent and async-profiler. */
@Tag("full")
@Timeout(300)
class OtherAgentsIT {

    private static final String OPEN_TELEMETRY = "-javaagent:"
            + Path.of("target", "other-agents", "opentelemetry-javaagent.jar").toAbsolutePath();
    private static final List<String> ITS_OPTIONS =
            List.of("-Dotel.traces.exporter=console", "-Dotel.metrics.exporter=none", "-Dotel.logs.exporter=none");

    private static final double REQUESTS = 700;
    private static final double COMPARED = 1200;

    @Test
    void openTelemetry_beforeOurs() throws Exception {
        beside(List.of(OPEN_TELEMETRY, ChildJvm.MEASURED), false);
    }

    @Test
    void openTelemetry_afterOurs() throws Exception {
        beside(List.of(ChildJvm.MEASURED, OPEN_TELEMETRY), false);
    }

    @Test
    void openTelemetry_isThere_whenOursIsAttached() throws Exception {
        beside(List.of(OPEN_TELEMETRY), true);
    }

    private static void beside(List<String> agents, boolean attaches) throws Exception {
        List<String> flags = new ArrayList<>(agents);
        flags.addAll(ITS_OPTIONS);
        try (AskedJvm jvm = AskedJvm.start(List.of(), flags, BesideProgram.class)) {
            jvm.await("port");
            if (attaches) {
                jvm.loadAgent(ChildJvm.AGENT, ChildJvm.AT_ANY_COST);
            }
            jvm.ask("");
            Figures figures = jvm.figures();

            assertThat(figures.byName())
                    .containsEntry("answered", REQUESTS)
                    .containsEntry("tasks", COMPARED)
                    .containsEntry("ledgerTasks", COMPARED)
                    .containsEntry("ArrivalsTasks", 3 * REQUESTS)
                    .containsEntry("CompletionsTasks", 3 * REQUESTS)
                    .containsEntry("DroppedTasks", 0.0)
                    .containsEntry("Threads", 4.0);
            assertThat(figures.of("ledgerQueueTime")).isCloseTo(figures.of("queueTime"), Figures.CLOSE);
            assertThat(figures.of("ledgerServiceTime")).isCloseTo(figures.of("serviceTime"), Figures.CLOSE);
            assertThat(figures.of("LittleResidualRatio")).isLessThan(0.01);
            // one of Tomcat's tasks may serve two requests of a connection
            assertThat(figures.of("tomcat")).isBetween(REQUESTS / 2, REQUESTS + 10);
            assertThat(figures.complaints()).isEmpty();
            assertThat(jvm.errors())
                    .as("spans of both ends, and nothing that went wrong")
                    .anyMatch(line -> line.contains("io.opentelemetry.java-http-client"))
                    .anyMatch(line -> line.contains("io.opentelemetry.tomcat"))
                    .noneMatch(line -> line.contains("ERROR") || line.contains("Exception"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "event=ctimer",
                "event=alloc",
                "event=wall",
                // it weaves into this method, too
                "event=java.util.concurrent.ThreadPoolExecutor.getTask"
            })
    void asyncProfiler_looks_andGoes(String what) throws IOException, InterruptedException {
        // so many that a profiler sees some
        Figures figures = ChildJvm.run(List.of(ChildJvm.MEASURED, "-Dmany=1000000"), ProfiledProgram.class, what);

        assertThat(figures.of("samples")).isPositive();
        JdkPoolIT.assertMany(figures, "profiled.");
        JdkPoolIT.assertMany(figures, "alone.");
    }
}
