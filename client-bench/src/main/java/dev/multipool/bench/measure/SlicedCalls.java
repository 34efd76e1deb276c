package dev.multipool.bench.measure;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What one event loop measured, slice by slice, until it is known which slices were disturbed; then what is clean.
 *
 * <p>Slices lie on a grid that begins with the window. A call is kept in the slice that it ends in: as a count and a
 * histogram's value when it began there, too, else with its begin and its end, to be held against all slices that it met.
 * The latter are about as many as are in flight. A slice that was judged leaves sums behind, so a long run needs no more
 * memory than a short one.
 *
 * <p>Two sums differ on purpose. {@link #counted} has the calls whose moment lies in a clean slice, for rates: what
 * overlaps its edges is counted once. {@link #untouched} and {@link #values} have those of which no part met a disturbed
 * slice, for what a stall would have changed.
 *
 * <p><b>Threads:</b> {@link #record} on one event loop; all else from one other thread. The loop owns the current slice
 * and hands it over, as a whole and for good, by a queue when the next one begins. {@link #finish} takes the last one,
 * when the loop has ended.
 */
final class SlicedCalls {
    private static final long SLICE_NANOS = MeasuredWindow.SLICE_NANOS;

    /** For calls that only count. */
    static final long NO_VALUE = -1;

    private final long originNanos;
    private final boolean countedWhenBegun;
    private final Queue<Slice> handedOver = new ConcurrentLinkedQueue<>();
    private final Queue<Slice> recycled = new ConcurrentLinkedQueue<>();
    private Slice current = new Slice();

    // of the reading thread
    private final ArrayDeque<Slice> waiting = new ArrayDeque<>();
    private final Histogram values = Histograms.newHistogram();
    private long[] counted = new long[0];
    private long[] untouched = new long[0];

    /**
     * Empty.
     *
     * @param countedWhenBegun whether the moment of a call is its begin, as in an open loop; else it is its end
     */
    SlicedCalls(MeasuredWindow window, boolean countedWhenBegun) {
        this.originNanos = window.startNanos();
        this.countedWhenBegun = countedWhenBegun;
        current.begin(originNanos);
    }

    /**
     * Keeps a call of the window.
     *
     * @param tag a small number for calls that are counted together
     * @param valueNanos its value for {@link #values}, or {@link #NO_VALUE}
     */
    void record(int tag, long beginNanos, long endNanos, long valueNanos) {
        if (endNanos - current.beginNanos >= SLICE_NANOS) {
            handedOver.add(current);
            current = next(endNanos);
        }
        if (beginNanos - current.beginNanos >= 0) {
            current.addWithin(tag, valueNanos);
        } else {
            current.addAcross(tag, beginNanos, endNanos, valueNanos);
        }
    }

    private Slice next(long atNanos) {
        Slice slice = recycled.poll();
        if (slice == null) {
            slice = new Slice();
        }
        slice.begin(originNanos + Math.floorDiv(atNanos - originNanos, SLICE_NANOS) * SLICE_NANOS);
        return slice;
    }

    /** Sums up the slices that are judged; the load may run meanwhile. */
    void sumUp(SliceJudge judge) {
        for (Slice slice = handedOver.poll(); slice != null; slice = handedOver.poll()) {
            waiting.add(slice);
        }
        while (!waiting.isEmpty() && judge.hasJudged(waiting.element().beginNanos)) {
            Slice slice = waiting.remove();
            sumUp(slice, judge);
            slice.clear();
            recycled.add(slice);
        }
    }

    /** Sums up the rest; once, when the event loop has ended and all slices are judged. */
    void finish(SliceJudge judge) {
        sumUp(judge);
        sumUp(current, judge);
        current.clear();
    }

    private void sumUp(Slice slice, SliceJudge judge) {
        int tags = Math.max(slice.tags, counted.length);
        counted = Arrays.copyOf(counted, tags);
        untouched = Arrays.copyOf(untouched, tags);
        if (judge.isClean(slice.beginNanos)) {
            for (int tag = 0; tag < slice.tags; tag++) {
                counted[tag] += slice.within[tag];
                untouched[tag] += slice.within[tag];
            }
            if (slice.values != null) {
                values.add(slice.values);
            }
        }
        for (int i = 0; i < slice.acrossLength; i += Slice.FIELDS) {
            sumUpAcross(slice.across, i, judge);
        }
    }

    private void sumUpAcross(long[] across, int at, SliceJudge judge) {
        long beginNanos = across[at];
        long endNanos = across[at + 1];
        long valueNanos = across[at + 2];
        int tag = (int) across[at + 3];
        long momentNanos = countedWhenBegun ? beginNanos : endNanos;
        if (judge.isClean(momentNanos)) {
            counted[tag]++;
        }
        if (judge.isClean(beginNanos, endNanos)) {
            untouched[tag]++;
            if (valueNanos >= 0) {
                values.recordValue(valueNanos);
            }
        }
    }

    /** Calls with this tag whose moment lies in a clean slice. */
    long counted(int tag) {
        return tag < counted.length ? counted[tag] : 0;
    }

    /** Calls with this tag that met clean slices only. */
    long untouched(int tag) {
        return tag < untouched.length ? untouched[tag] : 0;
    }

    /** The values of these, whatever their tags. */
    Histogram values() {
        return values;
    }

    /** Slices that wait for their judgement. */
    int waiting() {
        return waiting.size();
    }

    /** One slice; its arrays stay when it is used again. */
    private static final class Slice {
        static final int FIELDS = 4;

        private static final int FEW = 8;

        private long beginNanos;
        private long[] within = new long[FEW];
        private int tags;
        private @Nullable Histogram values;
        private long[] across = new long[FIELDS * FEW];
        private int acrossLength;

        void begin(long atNanos) {
            beginNanos = atNanos;
        }

        void addWithin(int tag, long valueNanos) {
            know(tag);
            within[tag]++;
            if (valueNanos >= 0) {
                if (values == null) {
                    values = Histograms.newHistogram();
                }
                values.recordValue(valueNanos);
            }
        }

        void addAcross(int tag, long callBeginNanos, long callEndNanos, long valueNanos) {
            know(tag);
            if (acrossLength == across.length) {
                across = Arrays.copyOf(across, 2 * acrossLength);
            }
            across[acrossLength++] = callBeginNanos;
            across[acrossLength++] = callEndNanos;
            across[acrossLength++] = valueNanos;
            across[acrossLength++] = tag;
        }

        private void know(int tag) {
            if (tag >= within.length) {
                within = Arrays.copyOf(within, 2 * tag);
            }
            tags = Math.max(tags, tag + 1);
        }

        void clear() {
            Arrays.fill(within, 0);
            tags = 0;
            if (values != null) {
                values.reset();
            }
            acrossLength = 0;
        }
    }
}
