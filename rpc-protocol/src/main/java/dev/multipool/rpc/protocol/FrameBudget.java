package dev.multipool.rpc.protocol;

import io.netty.channel.Channel;
import io.netty.util.internal.PlatformDependent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The memory that unfinished frames may hold, over all connections that share the budget. A peer may send almost all of a
 * large frame and never end it; without a common bound every connection could hold that much.
 *
 * <p>A buffer counts with its capacity, from a frame's first bytes to its last. When the budget is used up, connections
 * are closed until a sixteenth of it is free: first those that have shown nothing yet (no whole frame, no right
 * credential), then those whose frame is unfinished for longest. Closing whoever asks for the last bytes would hit the
 * callers that get along, since a hostile peer asks early and then waits. A frame that gets along is young, so it stays.
 *
 * <p><b>Threads</b>: any. Counting is lock-free; making room takes a lock. Each connection is closed on its own event
 * loop, so the count may pass the budget by what the connections hold that are about to be closed, and by one growing
 * buffer for each event loop.
 *
 * <p><b>Invariant</b>: a connection that has gone holds nothing.
 */
public final class FrameBudget {
    private static final int SHARE_OF_DIRECT_MEMORY = 4;
    private static final int PART_FREED = 16;
    /** A buffer that grows doubles. */
    private static final int GROWTH = 2;
    /** What is read at once, doubled and doubled again. */
    private static final long LEAST_BYTES = 64 << 10;

    private final long maxBytes;
    private final Consumer<Channel> closer;
    private final AtomicLong heldBytes = new AtomicLong();
    /** Of connections that are about to be closed; a part of {@code heldBytes}. */
    private final AtomicLong leavingBytes = new AtomicLong();

    private final Set<Share> shares = ConcurrentHashMap.newKeySet();

    /**
     * A budget of so many bytes.
     *
     * @param closer closes a connection whose unfinished frame has to make room; called on its event loop
     * @throws IllegalArgumentException when a frame of the largest size does not fit
     */
    public FrameBudget(long maxBytes, FrameLimits limits, Consumer<Channel> closer) {
        if (maxBytes < leastBytes(limits)) {
            throw new IllegalArgumentException("maxUnfinishedBytes: " + maxBytes + " (expected: >= "
                    + leastBytes(limits) + ", for one frame of the largest size)");
        }
        this.maxBytes = maxBytes;
        this.closer = closer;
    }

    /** The smallest budget that a frame of the largest size fits into, in bytes. */
    public static long leastBytes(FrameLimits limits) {
        return (long) GROWTH * limits.maxBodyBytes() + LEAST_BYTES;
    }

    /** A quarter of the memory that buffers may take here, or room for two of the largest frames where that is more. */
    public static long defaultBytes(FrameLimits limits) {
        return Math.max(PlatformDependent.maxDirectMemory() / SHARE_OF_DIRECT_MEMORY, 2 * leastBytes(limits));
    }

    /** Bytes that unfinished frames hold now. */
    public long heldBytes() {
        return heldBytes.get();
    }

    /** Begins to count for a connection. */
    Share open(Channel channel) {
        Share share = new Share(channel);
        shares.add(share);
        return share;
    }

    private void makeRoom() {
        List<Share> chosen;
        synchronized (shares) {
            chosen = choose();
        }
        chosen.forEach(Share::leave);
    }

    private List<Share> choose() {
        List<Share> chosen = new ArrayList<>();
        long excess = heldBytes.get() - leavingBytes.get() - maxBytes;
        if (excess <= 0) {
            return chosen;
        }
        long toFree = excess + maxBytes / PART_FREED;
        for (Candidate candidate : candidates()) {
            if (toFree <= 0) {
                break;
            }
            toFree -= candidate.share.choose();
            chosen.add(candidate.share);
        }
        return chosen;
    }

    private List<Candidate> candidates() {
        List<Candidate> candidates = new ArrayList<>();
        for (Share share : shares) {
            if (share.bytes > 0 && share.leaving == 0) {
                candidates.add(new Candidate(share, share.known, share.begunNanos));
            }
        }
        candidates.sort(Candidate.FIRST_TO_GO);
        return candidates;
    }

    /** What a connection looked like when room was needed: it may change while candidates are put in order. */
    private record Candidate(Share share, boolean known, long begunNanos) {
        static final Comparator<Candidate> FIRST_TO_GO = Comparator.comparing(Candidate::known)
                .thenComparing((one, other) -> Long.signum(one.begunNanos - other.begunNanos));
    }

    /** One connection's part. Its event loop writes; others read when room is needed. */
    final class Share {
        private final Channel channel;
        private volatile int bytes;
        private volatile long begunNanos;
        private volatile boolean known;
        /** What is expected back from closing it; 0 while it may stay. Guarded by {@code shares}. */
        private volatile long leaving;

        private Share(Channel channel) {
            this.channel = channel;
        }

        /** The peer has shown a whole frame, or who it is: others have to make room first. */
        void known() {
            if (!known) {
                known = true;
            }
        }

        /**
         * Takes down what the unfinished frame holds now; makes room when that is too much.
         *
         * @param another whether it is another frame than the last time
         */
        void hold(int bytesNow, boolean another) {
            int before = bytes;
            if (bytesNow > 0 && (another || before == 0)) {
                begunNanos = channel.eventLoop().ticker().nanoTime();
            }
            if (bytesNow == before) {
                return;
            }
            bytes = bytesNow;
            long all = heldBytes.addAndGet((long) bytesNow - before);
            if (bytesNow > before && all - leavingBytes.get() > maxBytes) {
                makeRoom();
            }
        }

        /** The connection has gone. */
        void close() {
            hold(0, false);
            synchronized (shares) {
                shares.remove(this);
                stay();
            }
        }

        private long choose() {
            leaving = bytes;
            leavingBytes.addAndGet(leaving);
            return leaving;
        }

        private void stay() {
            leavingBytes.addAndGet(-leaving);
            leaving = 0;
        }

        private void leave() {
            try {
                if (channel.eventLoop().inEventLoop()) {
                    closeUnlessFinished();
                } else {
                    channel.eventLoop().execute(this::closeUnlessFinished);
                }
            } catch (Throwable notClosed) {
                // its event loop has ended, or there is no memory: whoever needs room next chooses again
                stayAfterAll();
            }
        }

        /** Its frame may have become whole since it was chosen. */
        private void closeUnlessFinished() {
            boolean closed = false;
            try {
                if (bytes > 0) {
                    closer.accept(channel);
                    closed = true;
                }
            } finally {
                if (!closed) {
                    stayAfterAll();
                }
            }
        }

        private void stayAfterAll() {
            synchronized (shares) {
                stay();
            }
        }
    }
}
