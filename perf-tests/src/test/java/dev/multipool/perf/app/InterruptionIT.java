package dev.multipool.perf.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The order in which the parts of a JVM's shutdown run is anybody's guess: the unlucky one, made certain. */
@Timeout(60)
class InterruptionIT {
    @Test
    void measure_thatFailsBeforeTheRequestIsKnown_isInterruptedAllTheSame() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        EndsItsServerFirst.class.getName())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader console = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(console.lines().anyMatch(EndsItsServerFirst.MEASURES::equals))
                    .as("measures")
                    .isTrue();

            process.toHandle().destroy();

            assertThat(console.lines()).contains("interrupted");
            process.waitFor();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Its run fails in the shutdown while the interruption waits for its own lock. */
    static final class EndsItsServerFirst {
        static final String MEASURES = "measures";

        private EndsItsServerFirst() {}

        public static void main(String[] args) throws InterruptedException {
            CountDownLatch serverEnded = new CountDownLatch(1);
            Runtime.getRuntime().addShutdownHook(new Thread(serverEnded::countDown));
            try (Interruption interruption = Interruption.watch()) {
                Optional<String> measured;
                synchronized (interruption) {
                    measured = interruption.measure(() -> {
                        System.out.println(MEASURES);
                        serverEnded.await();
                        throw new IllegalStateException("the server ended");
                    });
                }
                System.out.println(measured.orElse("interrupted"));
            }
        }
    }
}
