package dev.multipool.bench.app;

import dev.multipool.bench.generator.Progress;
import dev.multipool.bench.generator.ProgressListener;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.Locale;

/**
 * Shows how a run goes: on a terminal one line that changes, with sparklines of the last seconds' TPS and TP99; elsewhere,
 * as in a log, a new line each 5 s.
 */
final class ProgressLine implements ProgressListener {
    private static final long SECONDS_BETWEEN_LINES = 5;

    /** Keeps the line within 80 columns: one that wraps could not be written over. */
    private static final int SPARKLINE_WIDTH = 6;

    private static final String CLEAR_REST_OF_LINE = "\u001b[K";

    private final PrintWriter out;
    private final boolean terminal;
    private final Sparkline throughput;
    private final Sparkline p99;
    private long nextLineSeconds = SECONDS_BETWEEN_LINES;
    private boolean lineOpen;

    ProgressLine(PrintWriter out, boolean terminal, Charset charset) {
        this.out = out;
        this.terminal = terminal;
        this.throughput = new Sparkline(SPARKLINE_WIDTH, charset);
        this.p99 = new Sparkline(SPARKLINE_WIDTH, charset);
    }

    /** On the process's standard error, which the writer writes to. */
    static ProgressLine on(PrintWriter err) {
        return new ProgressLine(err, Terminal.isStderr(), Charset.defaultCharset());
    }

    @Override
    public void onProgress(Progress progress) {
        if (terminal) {
            out.print("\r" + changing(progress) + CLEAR_REST_OF_LINE);
            out.flush();
            lineOpen = true;
        } else if (progress.elapsed().toSeconds() >= nextLineSeconds) {
            nextLineSeconds += SECONDS_BETWEEN_LINES;
            out.println(plain(progress));
        }
    }

    private String changing(Progress progress) {
        return String.format(
                Locale.ROOT,
                "%3d%% %s left %-8s %,7.0f TPS %s TP99 %7.2f ms %s%s",
                percentDone(progress),
                clock(progress.remaining()),
                phase(progress),
                progress.throughputPerSecond(),
                throughput.add(progress.throughputPerSecond()),
                progress.p99Millis(),
                p99.add(progress.p99Millis()),
                progress.errors() == 0 ? "" : String.format(Locale.ROOT, " errors %,d", progress.errors()));
    }

    private static String plain(Progress progress) {
        return String.format(
                Locale.ROOT,
                "%4d s  %s left  %-8s %,10.0f TPS  TP99 %8.2f ms  errors %,d",
                progress.elapsed().toSeconds(),
                clock(progress.remaining()),
                phase(progress),
                progress.throughputPerSecond(),
                progress.p99Millis(),
                progress.errors());
    }

    private static String phase(Progress progress) {
        return progress.warmingUp() ? "warm-up" : "measured";
    }

    private static long percentDone(Progress progress) {
        long elapsed = progress.elapsed().toMillis();
        long all = elapsed + progress.remaining().toMillis();
        return all == 0 ? 100 : 100 * elapsed / all;
    }

    /** Minutes and seconds, rounded up: 0:00 when it is over. */
    private static String clock(Duration duration) {
        long seconds = duration.plusMillis(999).toSeconds();
        return String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
    }

    /** Leaves the line that changes; what is printed next begins a line of its own. */
    void end() {
        if (lineOpen) {
            out.println();
            lineOpen = false;
        }
    }
}
