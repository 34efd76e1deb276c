package dev.multipool.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import dev.multipool.agent.program.BareProgram;
import dev.multipool.agent.program.JdkPoolProgram;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JVMs whose pools can't be observed, or are already: they run all the same, and whoever asked is told why, once. */
class UnfitJvmIT {

    private static final String WITH_AGENT = "-javaagent:" + ChildJvm.AGENT;

    @TempDir
    private Path directory;

    @Test
    void aRuntimeWithoutManagement_saysSoOnce_andRuns() throws IOException {
        Path runtime = link("java.base,java.instrument");

        try (AskedJvm jvm = AskedJvm.startIn(runtime, List.of(WITH_AGENT), BareProgram.class)) {
            assertRuns(jvm);
            assertThat(jvm.complaints()).hasSize(1).allSatisfy(said -> assertThat(said)
                    .startsWith("multipool-agent: the pools of this JVM are not observed: ")
                    .contains("java/lang/management"));
        }
    }

    @Test
    void aRuntimeWithoutInstrumentation_refusesTheAgent_andRunsOn() throws IOException {
        Path runtime = link("java.base");

        try (AskedJvm jvm = AskedJvm.startIn(runtime, List.of(), BareProgram.class)) {
            assertRefusesAndRuns(jvm);
        }
    }

    @Test
    void aJvmThatLoadsNoAgents_refusesIt_andRunsOn() throws IOException {
        try (AskedJvm jvm = AskedJvm.start(List.of(), List.of("-XX:-EnableDynamicAgentLoading"), BareProgram.class)) {
            assertRefusesAndRuns(jvm);
        }
    }

    @Test
    void aSecondCopyOfTheAgent_countsNothingTwice() throws IOException, InterruptedException {
        Path copy = Files.copy(ChildJvm.AGENT, directory.resolve("copy.jar"));

        Figures figures = ChildJvm.run(List.of(WITH_AGENT, "-javaagent:" + copy), JdkPoolProgram.class, "ends");

        assertThat(figures.byName()).containsEntry("ArrivalsTasks", 24.0).containsEntry("CompletionsTasks", 6.0);
        assertThat(figures.complaints()).isEmpty();
    }

    @Test
    void aSecondCopyOfTheAgent_whoseOptionsAreOthers_saysSoOnce() throws Exception {
        Path copy = Files.copy(ChildJvm.AGENT, directory.resolve("copy.jar"));

        try (AskedJvm jvm = AskedJvm.start(List.of(), List.of(WITH_AGENT + "=jfr"), BareProgram.class)) {
            assertThat(jvm.await("ran")).isEqualTo(1);
            jvm.loadAgent(copy, "own-cost=3");
            jvm.loadAgent(copy, "own-cost=3");
            jvm.loadAgent(copy, "jfr");
            jvm.loadAgent(copy, "");

            jvm.ask("");
            assertThat(jvm.await("ran")).isEqualTo(2);
            assertThat(jvm.complaints())
                    .containsExactly(
                            "multipool-agent: options: own-cost=3 (expected: none before a stop, as the agent is at work already)");
        }
    }

    private static void assertRefusesAndRuns(AskedJvm jvm) throws IOException {
        assertThat(jvm.await("ran")).isEqualTo(1);
        assertThatThrownBy(() -> jvm.loadAgent(ChildJvm.AGENT, ""))
                .isInstanceOfAny(AgentLoadException.class, AgentInitializationException.class, IOException.class);
        jvm.ask("");
        assertThat(jvm.await("ran")).isEqualTo(2);
        assertThat(jvm.complaints()).isEmpty();
    }

    private static void assertRuns(AskedJvm jvm) throws IOException {
        assertThat(jvm.await("ran")).isEqualTo(1);
        jvm.ask("");
        assertThat(jvm.await("ran")).isEqualTo(2);
    }

    private Path link(String modules) {
        Path runtime = directory.resolve("runtime");
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said);
        int code = ToolProvider.findFirst("jlink")
                .orElseThrow()
                .run(out, out, "--add-modules", modules, "--output", runtime.toString());
        assertThat(code).as(said.toString()).isZero();
        return runtime;
    }
}
