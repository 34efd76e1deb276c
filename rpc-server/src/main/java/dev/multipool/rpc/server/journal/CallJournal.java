package dev.multipool.rpc.server.journal;

import dev.multipool.pools.NanoClock;
import dev.multipool.pools.WaitCause;
import dev.multipool.pools.WaitScope;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.observe.ServerCallObserver;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPromise;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what becomes of a server's calls when they are answered: the count of each method and code, and the
 * stages of slow ones.
 *
 * <p><b>Threads</b>: any; never blocks.
 */
public final class CallJournal {
    /** The time of what never happened. */
    public static final long NEVER = Long.MIN_VALUE;

    private final NanoClock clock;
    private final Clock wallClock;
    private final SlowCalls slowCalls;
    private final @Nullable ServerCallObserver observer;
    private final CallCounts unknown = new CallCounts(MethodCalls.UNKNOWN);

    /**
     * @param observer follows each call; null for nobody
     */
    public CallJournal(NanoClock clock, Clock wallClock, SlowCalls slowCalls, @Nullable ServerCallObserver observer) {
        this.clock = clock;
        this.wallClock = wallClock;
        this.slowCalls = slowCalls;
        this.observer = observer;
    }

    public NanoClock clock() {
        return clock;
    }

    public long now() {
        return clock.nanoTime();
    }

    /** Counts what is answered before its method is looked for, or has none. */
    public CallCounts unknown() {
        return unknown;
    }

    /** Who follows each call; null for nobody. */
    @Nullable
    public ServerCallObserver observer() {
        return observer;
    }

    public SlowCalls slowCalls() {
        return slowCalls;
    }

    /**
     * Counts the answer, on the thread that made it.
     *
     * @param counts those of the call's method
     * @param dequeuedNanos when the call's thread, which calls this, began it; {@link #NEVER} when none did
     * @return the promise to write the answer with
     */
    public ChannelPromise recordAnswer(
            Channel channel, CallCounts counts, int code, long arrivedNanos, long dequeuedNanos) {
        long responseNanos = now() - arrivedNanos;
        counts.count(code, responseNanos);
        if (!slowCalls.isSlow(responseNanos)) {
            return channel.voidPromise();
        }
        boolean begun = dequeuedNanos != NEVER;
        SlowCall call = new SlowCall(
                counts.method(),
                code == 0 ? MethodCalls.SUCCESS : RpcErrorCode.nameOf(code),
                String.valueOf(channel.remoteAddress()),
                wallClock.millis() - TimeUnit.NANOSECONDS.toMillis(responseNanos),
                new SlowCall.Times(
                        begun ? dequeuedNanos - arrivedNanos : null,
                        begun ? WaitScope.taskNanos(WaitCause.JOIN) : null,
                        begun ? WaitScope.taskNanos(WaitCause.IO) : null,
                        responseNanos,
                        null));
        int place = slowCalls.add(call);
        return channel.newPromise().addListener(written -> {
            if (written.isSuccess()) {
                noteWritten(place, call, arrivedNanos);
            }
        });
    }

    /** On the event loop, where nothing may be thrown. */
    private void noteWritten(int place, SlowCall call, long arrivedNanos) {
        long now;
        try {
            now = now();
        } catch (Throwable noTime) {
            return;
        }
        slowCalls.noteWritten(place, call, now - arrivedNanos);
    }
}
