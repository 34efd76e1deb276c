package dev.multipool.laboratory.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.laboratory.process.ProcessFailedException.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A JVM that SIGSTOP holds answers nothing for ever; whoever asks it goes on. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StoppedJvmIT {
    private static final Duration AT_MOST = Duration.ofMillis(500);
    /** As long as a first answer takes on a busy machine. */
    private static final Duration LONG = Duration.ofSeconds(20);

    private final Path directory;

    StoppedJvmIT(@TempDir Path directory) {
        this.directory = directory.toAbsolutePath();
    }

    @Test
    void whoeverAsksAStoppedJvm_givesUpInTime() throws IOException, InterruptedException {
        List<String> command = new JavaCommand(Jdk.running(), System.getProperty("java.class.path"), List.of("-Xmx64m"))
                .commandLine(null, PooledSleeper.class.getName(), List.of());
        try (ChildProcess child = ChildProcess.start("sleeper", command, directory.resolve("sleeper.log"))) {
            try {
                while (!child.outputText().contains("ready")) {
                    assertThat(child.awaitEnd(Duration.ofMillis(20))).isFalse();
                }
                // the first questions make it load classes
                ServerLedgers.attach(child.pid(), LONG).close();
                ServerLedgers ledgers = ServerLedgers.attach(child.pid(), AT_MOST.multipliedBy(2));
                Profiler profiler = AttachedProfiler.of(List.of(child.pid()), directory, AT_MOST)
                        .orElseThrow();
                signal("STOP", child);

                assertSilent("server does not tell its ledgers: no answer within 1s", ledgers::read);
                assertSilent(
                        "server " + child.pid() + " can't be asked for its ledgers: no answer within 500ms",
                        () -> ServerLedgers.attach(child.pid(), AT_MOST));
                assertSilent(
                        "process " + child.pid() + " does not answer async-profiler within 500ms",
                        () -> profiler.start(directory.resolve("run.jfr")));
                assertSilent("process " + child.pid() + " does not answer async-profiler within 500ms", profiler::stop);
                ledgers.close();
            } finally {
                child.kill();
            }
            assertThat(child.awaitEnd(LONG)).as("whether it ended").isTrue();
        }
    }

    private interface Question {
        void ask() throws InterruptedException;
    }

    private static void assertSilent(String message, Question question) {
        assertThatExceptionOfType(ProcessFailedException.class)
                .isThrownBy(question::ask)
                .withMessage(message)
                .returns(Kind.SILENT, ProcessFailedException::kind);
    }

    private static void signal(String name, ChildProcess child) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(child.pid()))
                .inheritIO()
                .start();
        assertThat(kill.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(kill.exitValue()).isZero();
    }
}
