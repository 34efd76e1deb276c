package dev.multipool.bench.report;

import dev.multipool.bench.result.LoadInterval;
import dev.multipool.bench.result.LoadIntervals;
import dev.multipool.bench.result.WholeFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.jspecify.annotations.Nullable;

/**
 * HdrHistogram's log of intervals ({@code .hlog}, format 1.3, histograms encoded as V2), values in nanoseconds, the largest
 * of an interval in its own column in milliseconds.
 *
 * <p>Each interval has a line tagged {@link #RAW} and one tagged {@link #CORRECTED}. Raw times count from the actual send.
 * Corrected ones hold what stalls kept from being sent: an open loop measures them from the intended start, a closed loop
 * estimates them, and has none when its number of users changes.
 */
public final class IntervalLog {
    static final String RAW = "raw";
    static final String CORRECTED = "corrected";

    private static final double NANOS_PER_MILLI = 1e6;

    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private final HistogramLogWriter log = new HistogramLogWriter(text);

    /** A log whose times count from this moment. */
    IntervalLog(long startMillis) {
        log.outputComment("[multipool-bench: response times in nanoseconds; raw: from the actual send;"
                + " corrected: with what stalls kept from being sent]");
        log.outputLogFormatVersion();
        log.outputBaseTime(startMillis);
        log.outputStartTime(startMillis);
        log.outputLegend();
    }

    /** Writes what a run recorded, or several one after the other. */
    public static void write(List<LoadIntervals> runs, Path file) throws IOException {
        Instant begin = runs.isEmpty() ? Instant.EPOCH : runs.get(0).startedAt();
        IntervalLog log = new IntervalLog(begin.toEpochMilli());
        for (LoadIntervals run : runs) {
            double afterSeconds = Duration.between(begin, run.startedAt()).toNanos() / 1e9;
            run.stream().forEach(interval -> log.add(afterSeconds, interval));
        }
        log.write(file);
    }

    private void add(double afterSeconds, LoadInterval interval) {
        Histogram service = interval.serviceNanos();
        boolean openLoop = service != null;
        double startSeconds = afterSeconds + interval.startSeconds();
        addMeasured(RAW, startSeconds, interval.seconds(), openLoop ? service : interval.responseNanos());
        addMeasured(
                CORRECTED,
                startSeconds,
                interval.seconds(),
                openLoop ? interval.responseNanos() : interval.correctedNanos());
    }

    private void addMeasured(String tag, double startSeconds, double seconds, @Nullable Histogram nanos) {
        if (nanos != null) {
            add(tag, startSeconds, seconds, nanos);
        }
    }

    /** Adds one line; an empty tag is none. */
    void add(String tag, double startSeconds, double seconds, EncodableHistogram nanos) {
        nanos.setTag(tag.isEmpty() ? null : tag);
        // the writer calls it the end, but writes it as the length
        log.outputIntervalHistogram(startSeconds, startSeconds + seconds, nanos, NANOS_PER_MILLI);
    }

    void write(Path file) throws IOException {
        log.close();
        WholeFile.write(file, text.toString(StandardCharsets.UTF_8));
    }
}
