package dev.multipool.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** How many calls each slice of the window answered. One writer; others may read meanwhile, and miss the last calls. */
public final class ThroughputSeries {
    private static final long SECOND = 1_000_000_000L;
    private static final long SLICE = MeasuredWindow.SLICE_NANOS;
    private static final int SLICES_PER_SECOND = (int) (SECOND / SLICE);
    private static final int THIRDS = 3;

    private final MeasuredWindow window;
    private final AtomicLongArray perSlice;

    ThroughputSeries(MeasuredWindow window) {
        this.window = window;
        this.perSlice = new AtomicLongArray(Math.toIntExact((window.longestNanos() + SLICE - 1) / SLICE));
    }

    /** Counts one answered call; {@code nowNanos} lies in the window. */
    void add(long nowNanos) {
        add((int) ((nowNanos - window.startNanos()) / SLICE), 1);
    }

    void addAll(ThroughputSeries other) {
        for (int i = 0; i < perSlice.length(); i++) {
            add(i, other.perSlice.getOpaque(i));
        }
    }

    private void add(int slice, long calls) {
        perSlice.setOpaque(slice, perSlice.getPlain(slice) + calls);
    }

    /** Counts per second as far as the window really went, disturbed slices included. */
    List<Long> perSecond() {
        List<Long> perSecond = new ArrayList<>();
        int slices = (int) Math.min(perSlice.length(), (window.lengthNanos() + SLICE - 1) / SLICE);
        for (int i = 0; i < slices; i += SLICES_PER_SECOND) {
            perSecond.add(IntStream.range(i, Math.min(slices, i + SLICES_PER_SECOND))
                    .mapToLong(perSlice::getOpaque)
                    .sum());
        }
        return perSecond;
    }

    /** The first and the last third of the clean slices up to then, of whole ones only; null when there are fewer than three. */
    @Nullable
    Thirds thirds(SliceJudge judge, long untilNanos) {
        int whole = (int) (Math.min(untilNanos - window.startNanos(), window.lengthNanos()) / SLICE);
        List<Long> clean = new ArrayList<>();
        for (int i = 0; i < whole; i++) {
            if (judge.isClean(window.startNanos() + i * SLICE)) {
                clean.add(perSlice.getOpaque(i));
            }
        }
        int third = clean.size() / THIRDS;
        return third == 0
                ? null
                : new Thirds(
                        sum(clean.subList(0, third)),
                        sum(clean.subList(clean.size() - third, clean.size())),
                        third * SLICE / 1e9);
    }

    /** The same of the whole window. */
    @Nullable
    Thirds thirds(SliceJudge judge) {
        return thirds(judge, window.endNanos());
    }

    private static long sum(List<Long> counts) {
        return counts.stream().mapToLong(Long::longValue).sum();
    }

    /**
     * Answered calls of two equally long parts of a window.
     *
     * @param first the calls of the first third
     * @param last the calls of the last third
     * @param seconds the length of either
     */
    public record Thirds(long first, long last, double seconds) {
        /** Standard deviations of two Poisson counts' difference that count as noise: it matters for small counts only. */
        private static final double NOISE_SIGMAS = 3;

        double firstPerSecond() {
            return first / seconds;
        }

        double lastPerSecond() {
            return last / seconds;
        }

        /** Whether they differ by more than this share of the larger, and by more than chance. */
        boolean differBy(double share) {
            long difference = Math.abs(first - last);
            return difference > share * Math.max(first, last)
                    && difference > NOISE_SIGMAS * Math.sqrt((double) first + last);
        }
    }
}
