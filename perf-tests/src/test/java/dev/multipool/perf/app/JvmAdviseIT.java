package dev.multipool.perf.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.process.JvmSnapshot;
import dev.multipool.laboratory.process.ServerLedgers;
import java.io.BufferedReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Advice for a JVM that runs already, and knows nothing of us. */
@Timeout(240)
class JvmAdviseIT {
    private static final String POOL = "orders";
    private static final int THREADS = 2;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void advise_changesNothing() throws Exception {
        Process process = start(Work.WAITS);

        assertThat(advise(process, "--window", "1s")).isZero();

        assertThat(threads(process)).isEqualTo(THREADS);
    }

    @Test
    void apply_makesThePoolThatLimitsLarger_andReadsItBack() throws Exception {
        Process process = start(Work.WAITS);

        int code = advise(process, "--apply", "--window", "1s");

        // on a machine that stalls, it may see no gain; then all is as it was, and it says so
        assertThat(threads(process)).isGreaterThanOrEqualTo(THREADS);
        assertThat(code).isEqualTo(threads(process) > THREADS ? 0 : ExitCode.FAILED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"IDLES", "COMPUTES"})
    void apply_toAProcessThatNoPoolLimits_changesNothing(String work) throws Exception {
        Process process = start(Work.valueOf(work));

        // where others use the cores, it may try what it then takes back
        assertThat(advise(process, "--apply", "--window", "1s")).isIn(0, ExitCode.FAILED);

        assertThat(threads(process)).isEqualTo(THREADS);
    }

    private Process start(Work work) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        // two threads that compute use all of it
                        "-XX:ActiveProcessorCount=1",
                        "-cp",
                        Path.of("target", "test-classes").toString(),
                        Stranger.class.getName(),
                        work.name())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        started.add(process);
        BufferedReader console = process.inputReader(StandardCharsets.UTF_8);
        assertThat(console.readLine()).isEqualTo(Stranger.WORKS);
        return process;
    }

    private static int advise(Process process, String... options) {
        StringWriter out = new StringWriter();
        String[] arguments = new String[options.length + 3];
        arguments[0] = "advise";
        arguments[1] = "--pid";
        arguments[2] = Long.toString(process.pid());
        System.arraycopy(options, 0, arguments, 3, options.length);
        int code = new CommandLine(new LabCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(out, true))
                .execute(arguments);
        // for people
        System.out.println(out);
        return code;
    }

    private static int threads(Process process) throws InterruptedException {
        try (ServerLedgers ledgers = ServerLedgers.attach(process.pid())) {
            JvmSnapshot.Pool pool =
                    Objects.requireNonNull(ledgers.snapshot().pools().get(POOL), "the pool's ledger");
            return pool.config().maxThreads();
        }
    }

    /** What the tasks do. */
    enum Work {
        WAITS,
        COMPUTES,
        IDLES
    }

    /** Has sixteen tasks in its pool all the time, or one now and then. */
    static final class Stranger {
        static final String WORKS = "works";
        private static final int TASKS = 16;
        private static final long TASK_NANOS = 5_000_000;

        private Stranger() {}

        public static void main(String[] arguments) throws InterruptedException {
            Work work = Work.valueOf(arguments[0]);
            ExecutorService pool = Executors.newFixedThreadPool(THREADS, task -> new Thread(task, POOL + "-1"));
            Semaphore places = new Semaphore(TASKS);
            PrintStream console = System.out;
            console.println(WORKS);
            while (true) {
                places.acquire();
                if (work == Work.IDLES) {
                    Thread.sleep(100);
                }
                pool.execute(() -> {
                    run(work);
                    places.release();
                });
            }
        }

        private static void run(Work work) {
            if (work == Work.COMPUTES) {
                long end = System.nanoTime() + TASK_NANOS;
                while (System.nanoTime() - end < 0) {
                    Thread.onSpinWait();
                }
                return;
            }
            try {
                Thread.sleep(TASK_NANOS / 1_000_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
