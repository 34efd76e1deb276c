package dev.multipool.bench.call;

import java.util.SplittableRandom;
import java.util.concurrent.ScheduledExecutorService;

/** What a user's calls go over, or one part of an open loop's. */
public interface Connection {
    /** The one thread on which its calls are sent and end. It belongs to the connections: never shut it down. */
    ScheduledExecutorService eventLoop();

    /** A new source of calls over it, which follow from the random numbers. */
    CallSource calls(SplittableRandom random);
}
