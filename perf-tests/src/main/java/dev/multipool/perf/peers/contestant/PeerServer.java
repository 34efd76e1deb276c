package dev.multipool.perf.peers.contestant;

/** A server that answers findUserInfo on 127.0.0.1 until it is closed. */
public interface PeerServer extends AutoCloseable {
    int port();

    @Override
    void close();
}
