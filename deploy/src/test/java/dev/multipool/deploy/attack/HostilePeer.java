package dev.multipool.deploy.attack;

import java.io.IOException;

/** Comes back with one connection after another, and does the same harm on each. Used by one thread. */
interface HostilePeer extends AutoCloseable {

    /** Of this machine, but not the good caller's: what is counted by address must not hit that one. */
    String ADDRESS = "127.0.0.2";

    /** Goes on for a moment, without waiting for the server. Once the connection has ended, the next call opens another. */
    void step() throws IOException;

    @Override
    void close() throws IOException;
}
