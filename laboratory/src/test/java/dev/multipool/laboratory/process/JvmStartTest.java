package dev.multipool.laboratory.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JvmStartTest {
    /** The counter's name with the zero at its end, and what fills up to its value. */
    private static final String COUNTER = "sun.rt.createVmEndTime\0";

    private final Path directory;

    JvmStartTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void ofAJvmThatRuns_saysThatItHasStarted() throws IOException {
        assertThat(JvmStart.hasStarted(ownCounters())).isTrue();
    }

    @Test
    void ofAJvmThatStarts_saysThatItHasNot() throws IOException {
        byte[] counters = ownCounters();
        String text = new String(counters, StandardCharsets.ISO_8859_1);
        ByteBuffer file = ByteBuffer.wrap(counters).order(ByteOrder.nativeOrder());
        int value = (text.indexOf(COUNTER) + COUNTER.length() + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
        assertThat(file.getLong(value)).isPositive();

        assertThat(JvmStart.hasStarted(file.putLong(value, 0).array())).isFalse();
        assertThat(JvmStart.hasStarted(new byte[counters.length])).isFalse();
        assertThat(JvmStart.hasStarted(new byte[0])).isFalse();
    }

    @Test
    void ofAnotherLayout_saysThatItHasStarted() {
        assertThat(JvmStart.hasStarted("no counters of HotSpot's, whatever else".getBytes(StandardCharsets.UTF_8)))
                .isTrue();
    }

    /** Loaded into a JVM at once, an agent fails, or ends the JVM. */
    @Test
    void anAgent_canBeLoaded_whenTheJvmHasStarted() throws Exception {
        Path jar = agent();
        List<String> command = new JavaCommand(Jdk.running(), System.getProperty("java.class.path"), List.of("-Xmx64m"))
                .commandLine(null, Sleeper.class.getName(), List.of());
        try (ChildProcess child = ChildProcess.start("sleeper", command, directory.resolve("sleeper.log"))) {
            try {
                JvmStart.await(child.pid());
                VirtualMachine jvm = VirtualMachine.attach(Long.toString(child.pid()));
                jvm.loadAgent(jar.toString());
                jvm.detach();
                assertThat(child.awaitEnd(Duration.ZERO)).isFalse();
            } finally {
                child.kill();
            }
        }
    }

    @Test
    void aProcessThatHasEnded_isNotWaitedFor() throws Exception {
        Process process = new ProcessBuilder("true").start();
        assertThat(process.waitFor()).isZero();

        JvmStart.await(process.pid());
    }

    /** An agent that does nothing. */
    public static final class NoAgent {
        private NoAgent() {}

        public static void agentmain(String options) {
            // nothing
        }
    }

    private Path agent() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Agent-Class", NoAgent.class.getName());
        Path jar = directory.resolve("agent.jar");
        try (OutputStream file = Files.newOutputStream(jar)) {
            new JarOutputStream(file, manifest).close();
        }
        return jar;
    }

    private static byte[] ownCounters() throws IOException {
        return Files.readAllBytes(Path.of(
                System.getProperty("java.io.tmpdir"),
                "hsperfdata_" + System.getProperty("user.name"),
                Long.toString(ProcessHandle.current().pid())));
    }
}
