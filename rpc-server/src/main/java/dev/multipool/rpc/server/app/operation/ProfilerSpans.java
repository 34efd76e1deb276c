package dev.multipool.rpc.server.app.operation;

import dev.multipool.rpc.server.journal.SlowCall;
import dev.multipool.rpc.server.journal.SlowCallListener;
import java.util.Optional;
import one.profiler.Recording;
import one.profiler.Span;

/**
 * Tells async-profiler, while it records, when a thread of a pool ran a slow call: a flame graph can then be drawn of only
 * those. What the call waited for before, in the queue, is on no thread.
 */
public final class ProfilerSpans implements SlowCallListener {
    private static final double NANOS_PER_SECOND = 1e9;

    private ProfilerSpans() {}

    /** Empty where async-profiler is not on the class path: then nothing records. */
    public static Optional<SlowCallListener> ifThereIsAProfiler() {
        try {
            Class.forName("one.profiler.Recording", false, ProfilerSpans.class.getClassLoader());
            return Optional.of(new ProfilerSpans());
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    @Override
    public void slow(SlowCall call) {
        Long dequeued = call.times().dequeuedNanos();
        if (dequeued == null || Recording.state() != Recording.RUNNING) {
            return;
        }
        double seconds = (call.times().answeredNanos() - dequeued) / NANOS_PER_SECOND;
        long end = Recording.timestamp();
        Span.emit(end - Math.round(seconds * Recording.clockFrequency()), end, call.method());
    }
}
