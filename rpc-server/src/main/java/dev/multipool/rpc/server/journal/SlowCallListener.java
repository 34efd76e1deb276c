package dev.multipool.rpc.server.journal;

/**
 * Hears of each slow call when it is answered.
 *
 * <p><b>Threads</b>: called on the thread that made the answer: for a call of a pool, the thread that ran it. Must not
 * block. What it throws is logged at a bounded rate; the call is answered all the same.
 */
@FunctionalInterface
public interface SlowCallListener {

    /** The listener that hears nothing. */
    SlowCallListener NONE = call -> {};

    /** A slow call was answered; its answer has not been written yet. */
    void slow(SlowCall call);
}
