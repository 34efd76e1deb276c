package dev.multipool.bench.app;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.bench.generator.Progress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
    private final StringWriter text = new StringWriter();

    @Test
    void onTerminal_rewritesOneLineEachSecond() {
        ProgressLine line = new ProgressLine(new PrintWriter(text), true, UTF_8);

        line.onProgress(progress(1, 3, true, 1000, 2, 0));
        line.onProgress(progress(2, 2, false, 500, 4, 1));
        line.end();

        assertThat(text.toString().split("\r", -1))
                .containsExactly(
                        "",
                        " 25% 0:03 left warm-up    1,000 TPS █      TP99    2.00 ms █     \u001b[K",
                        " 50% 0:02 left measured     500 TPS █▅     TP99    4.00 ms ▅█     errors 1\u001b[K"
                                + System.lineSeparator());
    }

    @Test
    void onTerminal_isNeverLongerThanATerminalIsWide() {
        ProgressLine line = new ProgressLine(new PrintWriter(text), true, US_ASCII);

        for (int second = 1; second <= 20; second++) {
            line.onProgress(progress(second, 600, false, 167_289, 1_000, 12_345));
        }

        List<String> lines = List.of(text.toString().replace("\u001b[K", "").split("\r", -1));
        assertThat(lines).allMatch(each -> each.length() <= 80);
        assertThat(lines.get(lines.size() - 1)).contains("TPS ###### TP99 1000.00 ms ###### errors 12,345");
    }

    @Test
    void elsewhere_writesALineEachFiveSeconds_withTheTimeThatIsLeft() {
        ProgressLine line = new ProgressLine(new PrintWriter(text), false, UTF_8);

        for (int second = 1; second <= 12; second++) {
            line.onProgress(progress(second, 90 - second, false, 1000, 1, 0));
        }
        line.end();

        assertThat(text.toString().lines())
                .containsExactly(
                        "   5 s  1:25 left  measured      1,000 TPS  TP99     1.00 ms  errors 0",
                        "  10 s  1:20 left  measured      1,000 TPS  TP99     1.00 ms  errors 0");
    }

    @Test
    void onTerminal_theWindowHasNoLineOfItsOwn() {
        ProgressLine line = new ProgressLine(new PrintWriter(text), true, UTF_8);

        line.onWindow();

        assertThat(text.toString()).isEmpty();
    }

    private static Progress progress(
            int elapsed, int remaining, boolean warmingUp, double throughput, double p99Millis, long errors) {
        return new Progress(
                Duration.ofSeconds(elapsed), Duration.ofSeconds(remaining), warmingUp, throughput, p99Millis, errors);
    }
}
