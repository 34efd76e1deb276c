package dev.multipool.bench.measure;

import dev.multipool.bench.result.LoadResult.Disturbance;
import dev.multipool.bench.stall.Stall;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Which slices of a run are disturbed: those that any stall overlaps, and in an open loop those in which the service catches up. It
 * knows of stalls alone, never of a call, so that no call is left out for being slow.
 *
 * <p>Independent calls go on arriving in a stall. What has piled up then drains at the rate that the service has to spare: in
 * d * u / (1 - u) after a stall of length d, where u is the used part of what it can serve (fluid limit of a queue). A closed loop has
 * never more calls under way than users, so it is itself again at once.
 *
 * <p>A slice that was judged stays as it is: a stall that is told of later no longer disturbs it.
 *
 * <p><b>Threads:</b> confined to one.
 */
public final class SliceJudge {
    private static final long SLICE_NANOS = MeasuredWindow.SLICE_NANOS;
    /** Lengths of a stall, for a service that is used to nine tenths; one that is used more has a long tail without stalls, too. */
    private static final int LENGTHS_TO_CATCH_UP = 9;

    private final MeasuredWindow window;
    private final long runBeginNanos;
    private final long firstSlice;
    private final int lengthsToCatchUp;
    private final List<Stall> stalls = new ArrayList<>();
    // bit 0 is the slice in which the run begins
    private final BitSet disturbed = new BitSet();
    private int judged;

    /**
     * Without stalls yet.
     *
     * @param independentCalls whether calls go on arriving in a stall, as in an open loop
     */
    public SliceJudge(MeasuredWindow window, long runBeginNanos, boolean independentCalls) {
        this.window = window;
        this.lengthsToCatchUp = independentCalls ? LENGTHS_TO_CATCH_UP : 0;
        this.runBeginNanos = runBeginNanos;
        this.firstSlice = Math.floorDiv(runBeginNanos - window.startNanos(), SLICE_NANOS);
    }

    private int sliceAt(long atNanos) {
        long slice = Math.floorDiv(atNanos - window.startNanos(), SLICE_NANOS) - firstSlice;
        return (int) Math.max(0, Math.min(slice, Integer.MAX_VALUE - 1));
    }

    /** Takes a stall; one that was over, and caught up with, before the run is none of it. */
    public void add(Stall stall) {
        long overNanos = stall.endNanos() + lengthsToCatchUp * (stall.endNanos() - stall.beginNanos());
        if (overNanos - runBeginNanos <= 0) {
            return;
        }
        stalls.add(stall);
        int first = Math.max(judged, sliceAt(stall.beginNanos()));
        int last = sliceAt(overNanos - 1);
        if (first <= last) {
            disturbed.set(first, last + 1);
        }
    }

    /** Judges the slices that end up to then by the stalls known now. */
    void judgeUntil(long atNanos) {
        if (atNanos - runBeginNanos > 0) {
            judged = Math.max(judged, sliceAt(atNanos));
        }
    }

    /** Judges all there are. */
    public void judgeAll() {
        judged = Integer.MAX_VALUE;
    }

    /** Whether the slice of this moment is judged. */
    boolean hasJudged(long atNanos) {
        return sliceAt(atNanos) < judged;
    }

    /** Whether no stall disturbs the slice of this moment. */
    public boolean isClean(long atNanos) {
        return !disturbed.get(sliceAt(atNanos));
    }

    /** Whether no stall disturbs any slice between these moments, theirs included. */
    boolean isClean(long beginNanos, long endNanos) {
        int next = disturbed.nextSetBit(sliceAt(beginNanos));
        return next < 0 || next > sliceAt(endNanos);
    }

    /** The clean time of the window up to then. */
    long cleanNanos(long untilNanos) {
        long lengthNanos = Math.max(0, Math.min(untilNanos - window.startNanos(), window.lengthNanos()));
        int windowSlice = sliceAt(window.startNanos());
        long cleanNanos = lengthNanos;
        for (int slice = disturbed.nextSetBit(windowSlice); slice >= 0; slice = disturbed.nextSetBit(slice + 1)) {
            long offsetNanos = (slice - windowSlice) * SLICE_NANOS;
            if (offsetNanos >= lengthNanos) {
                break;
            }
            cleanNanos -= Math.min(SLICE_NANOS, lengthNanos - offsetNanos);
        }
        return cleanNanos;
    }

    /** What the stalls were to the window. */
    Disturbance disturbance() {
        long lengthNanos = window.lengthNanos();
        int slices = Math.toIntExact((lengthNanos + SLICE_NANOS - 1) / SLICE_NANOS);
        int windowSlice = sliceAt(window.startNanos());
        List<Stall> sorted = stalls.stream()
                .filter(stall -> endNanos(stall) > beginNanos(stall))
                .sorted(Comparator.comparingLong(this::beginNanos))
                .toList();
        long longestNanos = 0;
        long unionNanos = 0;
        long coveredNanos = 0;
        for (Stall stall : sorted) {
            longestNanos = Math.max(longestNanos, endNanos(stall) - beginNanos(stall));
            unionNanos += Math.max(0, endNanos(stall) - Math.max(coveredNanos, beginNanos(stall)));
            coveredNanos = Math.max(coveredNanos, endNanos(stall));
        }
        return new Disturbance(
                slices,
                disturbed.get(windowSlice, windowSlice + slices).cardinality(),
                sorted.size(),
                longestNanos / 1e6,
                unionNanos / 1e9);
    }

    /** From the window's begin; what lies before it is cut off. */
    private long beginNanos(Stall stall) {
        return Math.max(0, stall.beginNanos() - window.startNanos());
    }

    private long endNanos(Stall stall) {
        return Math.min(window.lengthNanos(), stall.endNanos() - window.startNanos());
    }
}
