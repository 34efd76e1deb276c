package dev.multipool.pools.internal;

import dev.multipool.pools.NanoClock;

/** A clock that never throws: when the one inside does, time stands still. */
public final class ContainedClock implements NanoClock {

    private static final ThrownLog LOG = new ThrownLog(ContainedClock.class);

    private final String poolName;
    private final NanoClock clock;
    private volatile long lastNanos;
    private volatile boolean threw;

    private ContainedClock(String poolName, NanoClock clock) {
        this.poolName = poolName;
        this.clock = clock;
    }

    public static NanoClock of(String poolName, NanoClock clock) {
        return clock == NanoClock.system() ? clock : new ContainedClock(poolName, clock);
    }

    @Override
    public long nanoTime() {
        try {
            long now = clock.nanoTime();
            lastNanos = now;
            return now;
        } catch (Throwable e) {
            if (!threw) {
                threw = true;
                LOG.warn(poolName, "its clock threw, and stands still while it does", e);
            }
            return lastNanos;
        }
    }
}
