package dev.multipool.bench.app;

import dev.multipool.bench.Progress;
import dev.multipool.bench.ProgressListener;
import java.io.PrintWriter;
import java.util.Locale;

/** Shows how a run goes: one line that changes on a terminal, a new line each 5 s elsewhere, as in a log. */
final class ProgressLine implements ProgressListener {
    private static final long SECONDS_BETWEEN_LINES = 5;

    private final PrintWriter out;
    private final boolean terminal;
    private long nextLineSeconds = SECONDS_BETWEEN_LINES;
    private boolean lineOpen;

    ProgressLine(PrintWriter out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    @Override
    public void onProgress(Progress progress) {
        String line = String.format(
                Locale.ROOT,
                "%4d s  %-8s %,10.0f TPS  TP99 %8.2f ms  errors %,d",
                progress.elapsed().toSeconds(),
                progress.warmingUp() ? "warm-up" : "measured",
                progress.throughputPerSecond(),
                progress.p99Millis(),
                progress.errors());
        if (terminal) {
            // the blanks cover what a longer line before may have left
            out.print("\r" + line + "    ");
            out.flush();
            lineOpen = true;
        } else if (progress.elapsed().toSeconds() >= nextLineSeconds) {
            nextLineSeconds += SECONDS_BETWEEN_LINES;
            out.println(line);
        }
    }

    void end() {
        if (lineOpen) {
            out.println();
            lineOpen = false;
        }
    }
}
