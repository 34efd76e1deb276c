package dev.multipool.perf.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/** A JVM that runs already, and knows nothing of us. */
@Timeout(90)
class AttachIT {

    @Test
    void attach_printsThePoolsOfAStranger_andStopTakesTheLedgersOff() throws Exception {
        Process process = Stranger.start(Stranger.Work.WAITS);
        try {
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
}
