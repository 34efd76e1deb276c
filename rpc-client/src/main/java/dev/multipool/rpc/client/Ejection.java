package dev.multipool.rpc.client;

import io.netty.util.concurrent.Ticker;

/**
 * Whether one server is ejected. Written under the lock of its {@link ServerSet}, read by all.
 *
 * <p>A server whose time is over is on trial: its next answer brings it back, its next failure ejects it for twice as
 * long. The time is the first one again when it then served for as long as the longest ejection without another.
 */
final class Ejection {
    /** What a server may get. */
    enum Standing {
        /** Any call. */
        SERVING,
        /** One call at a time, to see whether it serves again. */
        ON_TRIAL,
        /** None, while any other server is there. */
        EJECTED
    }

    private final EjectionSettings settings;
    private final Ticker ticker;

    private volatile int failuresInARow;
    private volatile boolean ejected;
    private volatile long untilNanos;
    private int timesDoubled = -1;
    private long backAtNanos;

    Ejection(EjectionSettings settings, Ticker ticker) {
        this.settings = settings;
        this.ticker = ticker;
    }

    Standing standing() {
        if (!ejected) {
            return Standing.SERVING;
        }
        return ticker.nanoTime() - untilNanos >= 0 ? Standing.ON_TRIAL : Standing.EJECTED;
    }

    /** Whether nothing speaks against it, so that an answer changes nothing. */
    boolean isClean() {
        return failuresInARow == 0 && !ejected;
    }

    boolean isEjected() {
        return ejected;
    }

    long untilNanos() {
        return untilNanos;
    }

    /**
     * A call failed.
     *
     * @return whether it is to be ejected for that, if it may
     */
    boolean onFailure() {
        Standing standing = standing();
        if (standing == Standing.EJECTED) {
            // calls that were sent before
            return false;
        }
        failuresInARow = Math.min(settings.failuresInARow(), failuresInARow + 1);
        return standing == Standing.ON_TRIAL || failuresInARow == settings.failuresInARow();
    }

    void onAnswer() {
        failuresInARow = 0;
        reinstate();
    }

    void reinstate() {
        if (ejected) {
            ejected = false;
            backAtNanos = ticker.nanoTime();
        }
    }

    /** Ejects it. */
    void eject() {
        long nowNanos = ticker.nanoTime();
        long firstNanos = settings.first().toNanos();
        long longestNanos = settings.longest().toNanos();
        if (timesDoubled < 0 || (!ejected && nowNanos - backAtNanos >= longestNanos)) {
            timesDoubled = 0;
        } else if (firstNanos << timesDoubled < longestNanos) {
            timesDoubled++;
        }
        untilNanos = nowNanos + Math.min(longestNanos, firstNanos << timesDoubled);
        ejected = true;
    }
}
