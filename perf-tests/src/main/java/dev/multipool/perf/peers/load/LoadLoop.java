package dev.multipool.perf.peers.load;

/** What asks in one window, on the client's event loop. */
interface LoadLoop {
    /** Begins, on the event loop; it ends by itself, which the tally learns. */
    void begin();
}
