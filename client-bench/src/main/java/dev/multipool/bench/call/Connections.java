package dev.multipool.bench.call;

import java.util.List;

/**
 * All connections of one run.
 *
 * <p><b>Threads</b>: safe for all. <b>Lifecycle</b>: open from their making until {@link #close}.
 */
public interface Connections extends AutoCloseable {
    /** In their order. */
    List<? extends Connection> all();

    /** Calls that wait for an answer now. */
    long pendingCalls();

    /** Bytes handed to sockets so far. */
    long sentBytes();

    /** Bytes that came from sockets so far. */
    long receivedBytes();

    /** Fails what is pending and ends the event loops; bounded in time, idempotent. */
    @Override
    void close();
}
