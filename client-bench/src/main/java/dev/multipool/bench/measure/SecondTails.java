package dev.multipool.bench.measure;

import dev.multipool.bench.result.LoadResult.SecondTail;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The TP99 of each second of a window, taken as it is recorded. Which seconds a stall disturbed is known only later.
 *
 * <p><b>Threads:</b> confined to one.
 */
public final class SecondTails {
    /** What is shorter, at the window's end, has too few calls for a TP99. */
    private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final List<Second> seconds = new ArrayList<>();

    public SecondTails() {}

    /**
     * Takes what about a second recorded.
     *
     * @param sinceStartNanos when it began, from the window's begin
     */
    public void add(long sinceStartNanos, long lengthNanos, Histogram responseNanos) {
        if (lengthNanos >= SHORTEST_NANOS) {
            seconds.add(new Second(
                    sinceStartNanos,
                    lengthNanos,
                    responseNanos.getTotalCount(),
                    responseNanos.getValueAtPercentile(99)));
        }
    }

    /** Those that met no disturbed slice; once all slices are judged. */
    public List<SecondTail> clean(MeasuredWindow window, SliceJudge judge) {
        return seconds.stream()
                .filter(second -> {
                    long beginNanos = window.startNanos() + second.sinceStartNanos();
                    return judge.isClean(beginNanos, beginNanos + second.lengthNanos() - 1);
                })
                .map(second -> new SecondTail(
                        second.sinceStartNanos() / 1e9,
                        second.lengthNanos() / 1e9,
                        second.calls(),
                        second.p99Nanos() / 1e6))
                .toList();
    }

    private record Second(long sinceStartNanos, long lengthNanos, long calls, long p99Nanos) {}
}
