package dev.multipool.pools.internal.ledger;

import dev.multipool.pools.Distribution;
import dev.multipool.pools.NotRunReason;
import dev.multipool.pools.RejectReason;
import dev.multipool.pools.TaskOutcome;
import dev.multipool.pools.WaitCause;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * A part of a ledger that one thread at a time writes to or takes from: the owner is whoever turned the flag from false
 * to true, and everything else belongs to the owner.
 */
final class LedgerCell {

    /** Fields of {@link #arrivals}: tasks that were accepted, and threads that came and went. */
    static final int ARRIVALS = 0;

    static final int ARRIVAL_TIMES = 1;
    static final int DEPTHS = 2;
    static final int WORKERS = 3;
    static final int WORKER_TIMES = 4;

    /** Fields of {@link Kind#STARTS}: tasks whose service began. */
    static final int STARTS = 0;

    static final int START_TIMES = 1;

    /** Fields of {@link #ends}: tasks that left, in any way. What each task changes comes first, in one cache line or two. */
    static final int COMPLETIONS = 0;

    static final int ENDED_ARRIVAL_TIMES = 1;
    static final int ENDED_START_TIMES = 2;
    static final int IN_SYSTEM = 3;
    static final int QUEUE_TIMES = 4;
    static final int SERVICE_TIMES = 5;
    /** Ended tasks whose threads still tell of them, and the sum of their ends. */
    static final int TELLINGS = 6;

    static final int TELLING_TIMES = 7;
    static final int FAILURES = 8;
    static final int CANCELLED_RUNNING = 9;
    static final int CANCELLED_QUEUED = 10;
    static final int DROPPED = 11;
    static final int EXPIRED = 12;
    static final int POOL_FULL = 13;
    static final int QUEUE_FULL = 14;
    static final int SHUT_DOWN = 15;
    static final int JOIN_WAITS = 16;
    static final int IO_WAITS = 17;
    static final int LOCK_WAITS = 18;
    /** Tasks among the arrivals that were not accepted after all. */
    static final int TURNED_AWAY = 19;

    private static final VarHandle TAKEN = taken();

    /** Changed by {@link #TAKEN}: an object of its own would be one more thing to fetch from memory for each record. */
    private boolean taken;

    private volatile boolean wanted;
    /** Of {@link Kind#STARTS}: two figures need no part of their own while they are written. */
    private long starts;

    private long startTimes;
    Part arrivals;
    Part ends;

    /** @param digits of the histograms */
    LedgerCell(int digits) {
        arrivals = new Part(Kind.ARRIVALS, digits);
        ends = new Part(Kind.ENDS, digits);
    }

    /** A writer takes the cell, unless somebody has it or the reader wants it. */
    boolean tryAcquire() {
        return !wanted && !taken && TAKEN.compareAndSet(this, false, true);
    }

    /** The reader takes the cell as soon as the writer that may have it gives it back. */
    @SuppressWarnings("ThreadPriorityCheck") // a writer holds its cell for some 50 ns
    void acquireForReader() {
        wanted = true;
        while (!TAKEN.compareAndSet(this, false, true)) {
            Thread.yield();
        }
        wanted = false;
    }

    void release() {
        TAKEN.setRelease(this, false);
    }

    private static VarHandle taken() {
        try {
            return MethodHandles.lookup().findVarHandle(LedgerCell.class, "taken", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static int field(TaskOutcome outcome) {
        return switch (outcome) {
            case COMPLETED -> COMPLETIONS;
            case FAILED -> FAILURES;
            case CANCELLED -> CANCELLED_RUNNING;
        };
    }

    static int field(NotRunReason reason) {
        return switch (reason) {
            case EXPIRED -> EXPIRED;
            case CANCELLED -> CANCELLED_QUEUED;
            case DROPPED, NO_THREAD, SKIPPED -> DROPPED;
        };
    }

    static int field(RejectReason reason) {
        return switch (reason) {
            case POOL_FULL -> POOL_FULL;
            case QUEUE_FULL -> QUEUE_FULL;
            case QUEUE_EXPIRED -> EXPIRED;
            case SHUT_DOWN -> SHUT_DOWN;
        };
    }

    static int field(WaitCause cause) {
        return switch (cause) {
            case JOIN -> JOIN_WAITS;
            case IO -> IO_WAITS;
            case LOCK -> LOCK_WAITS;
        };
    }

    /** A task's service began. */
    void started(long now) {
        starts++;
        startTimes += now;
    }

    /** The owner takes a part out, for which it gives an empty one. */
    Part swap(Kind kind, Part empty) {
        Part full;
        switch (kind) {
            case ARRIVALS -> {
                full = arrivals;
                arrivals = empty;
            }
            case STARTS -> {
                empty.add(STARTS, starts);
                empty.add(START_TIMES, startTimes);
                starts = 0;
                startTimes = 0;
                full = empty;
            }
            default -> {
                full = ends;
                ends = empty;
            }
        }
        return full;
    }

    /** The three parts of a cell, by what they record. */
    enum Kind {
        ARRIVALS(WORKER_TIMES + 1, 1),
        STARTS(START_TIMES + 1, 0),
        ENDS(TURNED_AWAY + 1, 2);

        private final int fields;
        private final int histograms;

        Kind(int fields, int histograms) {
            this.fields = fields;
            this.histograms = histograms;
        }
    }

    /** Sums and histograms that are collected together. */
    static final class Part {

        /*
         * Histograms are as large as their largest value so far, and a larger one takes their place when a value needs
         * it. HdrHistogram can grow by itself, but when there is no memory for that it is left half grown. Here the old
         * one stays, and counts the value as the largest that it can hold: an end is never lost, and nothing is thrown.
         *
         * A histogram has its figures in many places of memory, and a task that ran in between has most likely driven them
         * out of the cache. So values are noted one after the other, and recorded many at a time. For the same reason all that
         * a task changes lies in one array: how many values are noted, the sums, and the noted values. The last of these keep
         * the sums of two cells out of each other's cache lines.
         */

        /** What a histogram holds at least, in 16 kB if it has three digits. */
        private static final long FIRST_HIGHEST = 2047;
        /** How many times each histogram's values are noted before they are recorded. */
        private static final int BATCH = 512;
        /** Where the array has how many values are noted. */
        private static final int NOTED = 0;

        private static final int FIRST_SUM = 1;

        private final long[] figures;
        /** Where the noted values begin: the first histogram's next one, the second's, the first's after that, and so on. */
        private final int firstNoted;

        private final int digits;
        private final Histogram[] histograms;

        Part(Kind kind, int digits) {
            this.digits = digits;
            firstNoted = FIRST_SUM + kind.fields;
            figures = new long[firstNoted + kind.histograms * BATCH];
            histograms = new Histogram[kind.histograms];
            Arrays.setAll(histograms, i -> new Histogram(1, FIRST_HIGHEST, digits));
        }

        long get(int field) {
            return figures[FIRST_SUM + field];
        }

        void add(int field, long value) {
            figures[FIRST_SUM + field] += value;
        }

        /** Adds one measured value to its sum, and to the only histogram; never throws. */
        void record(int field, long value) {
            add(field, value);
            note(value);
            recordIfFull();
        }

        /** The same for two values, each with a histogram of its own. */
        void record(int firstField, long first, int secondField, long second) {
            add(firstField, first);
            add(secondField, second);
            note(first);
            note(second);
            recordIfFull();
        }

        private void note(long value) {
            figures[firstNoted + (int) figures[NOTED]++] = value;
        }

        private void recordIfFull() {
            if (firstNoted + figures[NOTED] == figures.length) {
                recordNoted();
            }
        }

        private void recordNoted() {
            // counted down one by one: whatever is thrown on a full stack, the rest is recorded the next time
            while (figures[NOTED] > 0) {
                int last = (int) --figures[NOTED];
                recordIn(last % histograms.length, figures[firstNoted + last]);
            }
        }

        private void recordIn(int histogram, long value) {
            Histogram into = histograms[histogram];
            if (value > into.getHighestTrackableValue()) {
                into = growToRecord(histogram, value);
            }
            into.recordValue(Math.min(value, into.getHighestTrackableValue()));
        }

        private Histogram growToRecord(int histogram, long value) {
            try {
                grow(histogram, value);
            } catch (OutOfMemoryError | StackOverflowError e) {
                // what is there has to do
            }
            return histograms[histogram];
        }

        private void grow(int histogram, long value) {
            long highest = Math.max(value, Long.highestOneBit(value) * 2 - 1);
            Histogram larger = new Histogram(1, highest, digits);
            larger.add(histograms[histogram]);
            histograms[histogram] = larger;
        }

        Distribution distribution(int field, int histogram) {
            return Distribution.of(histograms[histogram], get(field));
        }

        /**
         * Moves everything into {@code total}; this part is empty afterwards and keeps its histograms' sizes. Moves
         * nothing when there is no memory for it.
         */
        void moveTo(Part total) {
            recordNoted();
            for (int i = 0; i < histograms.length; i++) {
                if (histograms[i].getMaxValue() > total.histograms[i].getHighestTrackableValue()) {
                    total.grow(i, histograms[i].getMaxValue());
                }
            }
            for (int i = FIRST_SUM; i < firstNoted; i++) {
                total.figures[i] += figures[i];
            }
            Arrays.fill(figures, FIRST_SUM, firstNoted, 0);
            for (int i = 0; i < histograms.length; i++) {
                total.histograms[i].add(histograms[i]);
                histograms[i].reset();
            }
        }
    }
}
