package dev.multipool.laboratory.machine.cores;

import dev.multipool.pools.NanoClock;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * How far two cores lie apart: how long a cache line takes from one to the other and back.
 *
 * <p>That is some 50 ns within one group of cores that share a cache, and several times as much between two of them. A hypervisor moves
 * virtual cores from one to the other.
 *
 * <p><b>Threads:</b> one on each of the two cores: one answers, the other measures.
 */
final class CoreDistance {
    private static final int TRIPS = 10;
    /** The quickest counts: an interrupt, or another thread, falls into the others. */
    private static final int PIECES = 8;

    /** In place of a time; an empty Optional would be garbage. */
    static final long NO_ANSWER = -1;

    private static final int WARM_UP = 200;
    /** Some 0.2 ms: longer than a thread takes to wake up on a core that is awake. */
    private static final int MOST_LOOKS = 100_000;

    /** So many that the middle one is alone in its cache line, and in those that a processor fetches along. */
    private static final int WORDS = 65;

    private static final int WORD = WORDS / 2;

    private final AtomicLongArray words = new AtomicLongArray(WORDS);
    private final NanoClock clock = NanoClock.system();
    private volatile @Nullable Thread answering;

    /** Answers whenever the other thread measures. */
    @SuppressWarnings("InfiniteLoopStatement") // it ends with the JVM
    void answerForEver() {
        answering = Thread.currentThread();
        while (true) {
            LockSupport.park(this);
            for (long trip = 1; trip <= (long) PIECES * TRIPS && awaits(2 * trip - 1); trip++) {
                words.set(WORD, 2 * trip);
            }
        }
    }

    /** Compiles both threads' loops. */
    void warmUp() {
        for (int i = 0; i < WARM_UP; i++) {
            roundTripNanos();
        }
    }

    /**
     * Measures once.
     *
     * @return {@link #NO_ANSWER} when the other thread did not get its core in time
     */
    long roundTripNanos() {
        words.set(WORD, 0);
        LockSupport.unpark(answering);
        long quickest = Long.MAX_VALUE;
        long trip = 1;
        for (int piece = 0; piece < PIECES; piece++) {
            long begin = clock.nanoTime();
            for (int i = 0; i < TRIPS; i++, trip++) {
                words.set(WORD, 2 * trip - 1);
                if (!awaits(2 * trip)) {
                    return NO_ANSWER;
                }
            }
            quickest = Math.min(quickest, clock.nanoTime() - begin);
        }
        return quickest / TRIPS;
    }

    /** Looks until the word has this value, for a bounded time: the other core may be taken away. */
    private boolean awaits(long value) {
        for (int looks = 0; looks < MOST_LOOKS; looks++) {
            if (words.get(WORD) == value) {
                return true;
            }
        }
        return false;
    }
}
