package dev.multipool.rpc.server.watch;

import dev.multipool.pools.ThreadActivity;
import java.util.List;

/**
 * A thread at one moment.
 *
 * @param name its name
 * @param pool what it belongs to: its name without the number at its end
 * @param activity what it was doing
 * @param state the JVM's word for it
 * @param stack its frames, the one that runs first; cut off when deep
 */
public record ThreadView(String name, String pool, ThreadActivity activity, Thread.State state, List<String> stack) {}
