package dev.multipool.rpc.server.journal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The last slow calls, in a ring: a call that is not slow pays for one comparison.
 *
 * <p><b>Threads</b>: any; never blocks. A reader may miss a call that is being put in.
 */
public final class SlowCalls {
    private final long thresholdNanos;
    private final SlowCallListener listener;
    private final AtomicReferenceArray<SlowCall> ring;
    private final AtomicLong count = new AtomicLong();

    public SlowCalls(Duration threshold, int capacity, SlowCallListener listener) {
        this.thresholdNanos = threshold.toNanos();
        this.listener = listener;
        this.ring = new AtomicReferenceArray<>(capacity);
    }

    boolean isSlow(long responseNanos) {
        return responseNanos >= thresholdNanos;
    }

    /** Puts the call in, tells of it and returns its place, for {@link #noteWritten}. */
    public int add(SlowCall call) {
        int place = (int) (count.getAndIncrement() % ring.length());
        ring.set(place, call);
        listener.slow(call);
        return place;
    }

    /** The call's answer has been written, unless a later call has its place by now. */
    void noteWritten(int place, SlowCall call, long nanos) {
        ring.compareAndSet(place, call, call.withWritten(nanos));
    }

    /** Slow calls since the server was made. */
    public long count() {
        return count.get();
    }

    /** The last ones, the newest first. */
    public List<SlowCall> latest() {
        List<SlowCall> calls = new ArrayList<>();
        long newest = count.get();
        for (long i = newest - 1; i >= 0 && i >= newest - ring.length(); i--) {
            SlowCall call = ring.get((int) (i % ring.length()));
            if (call != null) {
                calls.add(call);
            }
        }
        return calls;
    }
}
