package dev.multipool.bench.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.bench.Progress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
    private final StringWriter text = new StringWriter();

    @Test
    void onTerminal_rewritesOneLineEachSecond() {
        ProgressLine line = new ProgressLine(new PrintWriter(text), true);

        line.onProgress(new Progress(Duration.ofSeconds(1), true, 1234, 1.5, 0));
        line.onProgress(new Progress(Duration.ofSeconds(2), false, 2345, 2.5, 1));
        line.end();

        assertThat(text.toString().split("\r", -1))
                .containsExactly(
                        "",
                        "   1 s  warm-up       1,234 TPS  TP99     1.50 ms  errors 0    ",
                        "   2 s  measured      2,345 TPS  TP99     2.50 ms  errors 1    " + System.lineSeparator());
    }

    @Test
    void elsewhere_writesALineEachFiveSeconds() {
        ProgressLine line = new ProgressLine(new PrintWriter(text), false);

        for (int second = 1; second <= 12; second++) {
            line.onProgress(new Progress(Duration.ofSeconds(second), false, 1000, 1, 0));
        }
        line.end();

        assertThat(text.toString().lines()).hasSize(2).allMatch(l -> l.contains("1,000 TPS"));
    }
}
