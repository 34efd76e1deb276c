package dev.multipool.rpc.server.watch;

import java.util.Map;

/**
 * What stands above the pools on the live page: of a server its calls, of another process its own figures.
 *
 * <p><b>Threads</b>: one at a time.
 */
public interface LiveHead {

    /** Forgets what was before now. */
    void begin();

    /** What happened since this was last asked, or begun, that many seconds ago. */
    Map<String, Object> next(double seconds);
}
