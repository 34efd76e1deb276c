package dev.multipool.deploy.attack;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The peers of one attack, at work until they are closed. A few threads move them all, with pauses: attackers would be on
 * machines of their own, and take no core from the server.
 */
final class Attackers implements AutoCloseable {
    private static final int THREADS = 2;
    private static final int STEPS_IN_A_ROW = 20;
    private static final long SHORT_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong refused = new AtomicLong();
    private volatile boolean ended;

    Attackers(Attack attack, int port, ByteString credential) {
        for (int i = 0; i < Math.min(THREADS, attack.peers()); i++) {
            List<HostilePeer> peers = new ArrayList<>();
            for (int peer = i; peer < attack.peers(); peer += THREADS) {
                peers.add(attack.peer(port, credential));
            }
            Thread thread = new Thread(() -> work(peers), attack.name() + "-" + i);
            threads.add(thread);
            thread.start();
        }
    }

    /** Connections that could not even be opened. */
    long refused() {
        return refused.get();
    }

    private void work(List<HostilePeer> peers) {
        while (!ended) {
            for (int i = 0; i < peers.size(); i++) {
                try {
                    peers.get(i).step();
                } catch (IOException e) {
                    refused.incrementAndGet();
                }
                if (i % STEPS_IN_A_ROW == 0) {
                    LockSupport.parkNanos(SHORT_PAUSE_NANOS);
                }
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        for (HostilePeer peer : peers) {
            try {
                peer.close();
            } catch (IOException ignored) {
                // it is gone anyway
            }
        }
    }

    @Override
    public void close() {
        ended = true;
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
