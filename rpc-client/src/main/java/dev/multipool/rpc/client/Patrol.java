package dev.multipool.rpc.client;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/**
 * Comes by at each connection now and then and has its event loop look whether it is what it seems. It is a thread of its
 * own, because an event loop that ran out of memory may have lost whatever it had scheduled.
 *
 * <p><b>Threads:</b> all methods on any. The thread, {@code rpc-client-patrol}, is a daemon, needs no memory to go its
 * rounds, and runs nobody's callbacks.
 */
final class Patrol implements AutoCloseable {
    private final List<RpcConnection> connections = new CopyOnWriteArrayList<>();
    private final long pauseNanos;
    private final Thread thread = new Thread(this::walk, "rpc-client-patrol");
    private volatile boolean closed;

    /** It goes its rounds as often as these settings need them. */
    Patrol(RpcClientSettings.Connecting settings) {
        this.pauseNanos = settings.lookNanos();
        thread.setDaemon(true);
    }

    /** Begins. */
    void start() {
        thread.start();
    }

    void add(Collection<RpcConnection> more) {
        connections.addAll(more);
    }

    void remove(Collection<RpcConnection> closing) {
        connections.removeAll(closing);
    }

    private void walk() {
        while (!closed) {
            LockSupport.parkNanos(this, pauseNanos);
            visitAll();
        }
    }

    private void visitAll() {
        try {
            connections.forEach(Patrol::visit);
        } catch (Throwable noMemory) {
            // the next round may find some
            return;
        }
    }

    private static void visit(RpcConnection connection) {
        try {
            connection.lookSoon();
        } catch (Throwable noMemory) {
            // or no event loop any more, while the client closes; the others are to be visited all the same
            return;
        }
    }

    /** Ends the rounds; does not wait. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
