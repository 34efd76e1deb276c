package dev.multipool.perf.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/** A JVM that runs already, and knows nothing of us. */
@Timeout(90)
class AttachIT {

    @Test
    void attach_printsThePoolsOfAStranger_andStopTakesTheLedgersOff() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        Path.of("target", "test-classes").toString(),
                        Stranger.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader console = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(console.readLine()).isEqualTo(Stranger.WORKS);
            String pid = Long.toString(process.pid());

            assertThat(run("attach", "--pid", pid, "--window", "500ms")).contains("orders", "fixed:threads=2,queue=");
            assertThat(run("attach", "--pid", pid, "--stop")).contains("observed no longer");
        } finally {
            process.destroyForcibly();
        }
    }

    private static String run(String... arguments) {
        StringWriter out = new StringWriter();
        int code = new CommandLine(new LabCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(out, true))
                .execute(arguments);
        assertThat(code).as(out.toString()).isZero();
        return out.toString();
    }

    /** Keeps two threads busy. */
    static final class Stranger {
        static final String WORKS = "works";

        private Stranger() {}

        public static void main(String[] arguments) throws InterruptedException {
            ExecutorService pool = Executors.newFixedThreadPool(2, task -> new Thread(task, "orders-1"));
            Semaphore places = new Semaphore(4);
            PrintStream console = System.out;
            console.println(WORKS);
            while (true) {
                places.acquire();
                pool.execute(() -> {
                    try {
                        Thread.sleep(1);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    places.release();
                });
            }
        }
    }
}
