package dev.multipool.perf.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.process.JvmSnapshot;
import dev.multipool.laboratory.process.ServerLedgers;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/** Advice for a JVM that runs already, and knows nothing of us. */
@Timeout(240)
@Tag("once")
class JvmAdviseIT {
    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void advise_changesNothing() throws Exception {
        Process process = start(Stranger.Work.WAITS);

        assertThat(advise(process, "--window", "1s")).isZero();

        assertThat(threads(process)).isEqualTo(Stranger.THREADS);
    }

    /** It grows step by step, each measured before and after. */
    @Test
    @Tag("full")
    void apply_makesThePoolThatLimitsLarger_andReadsItBack() throws Exception {
        Process process = start(Stranger.Work.WAITS);

        int code = advise(process, "--apply", "--window", "1s");

        // on a machine that stalls, it may see no gain; then all is as it was, and it says so
        assertThat(threads(process)).isGreaterThanOrEqualTo(Stranger.THREADS);
        assertThat(code).isEqualTo(threads(process) > Stranger.THREADS ? 0 : ExitCode.FAILED);
    }

    @Test
    void apply_toAProcessThatIdles_changesNothing() throws Exception {
        Process process = start(Stranger.Work.IDLES);

        assertThat(advise(process, "--apply", "--window", "1s")).isZero();

        assertThat(threads(process)).isEqualTo(Stranger.THREADS);
    }

    private Process start(Stranger.Work work) throws IOException {
        Process process = Stranger.start(work);
        started.add(process);
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
                    Objects.requireNonNull(ledgers.snapshot().pools().get(Stranger.POOL), "the pool's ledger");
            return pool.config().maxThreads();
        }
    }
}
