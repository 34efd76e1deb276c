package dev.multipool.bench.call;

/** Draws calls. Not safe for threads: each user, and each connection of an open loop, has its own. */
@FunctionalInterface
public interface CallSource {
    /** The next call, to be sent before the one after it is drawn. */
    Call next();
}
