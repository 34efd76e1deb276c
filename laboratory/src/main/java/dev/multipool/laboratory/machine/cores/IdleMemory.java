package dev.multipool.laboratory.machine.cores;

import dev.multipool.pools.NanoClock;
import java.nio.ByteBuffer;

/**
 * Memory that is touched once a second: how long a touch takes tells how much of it a hypervisor takes away in the meantime.
 *
 * <p>A touch of what is there takes less than a microsecond. One of what was taken away waits until the hypervisor has given it back, 2 MiB
 * at a time.
 *
 * <p><b>Threads:</b> one.
 */
final class IdleMemory {
    private static final int PIECE = 2 << 20;
    private static final int PAGE = 4096;
    private static final int PIECES = 16;
    private static final int AT_ONCE = 4;
    /** After it all of them have been touched once. */
    static final int GOES = PIECES / AT_ONCE;

    private final ByteBuffer memory = ByteBuffer.allocateDirect(PIECES * PIECE);
    private final NanoClock clock = NanoClock.system();
    private int touches;

    /** The mean time of a touch of some pieces, by turns. */
    long touchNanos() {
        long begin = clock.nanoTime();
        for (int i = 0; i < AT_ONCE; i++) {
            int piece = touches % PIECES;
            // another page each time, none of which stays in a cache
            int page = touches / PIECES % (PIECE / PAGE);
            int place = piece * PIECE + page * PAGE;
            memory.put(place, (byte) (memory.get(place) + 1));
            touches++;
        }
        return (clock.nanoTime() - begin) / AT_ONCE;
    }
}
