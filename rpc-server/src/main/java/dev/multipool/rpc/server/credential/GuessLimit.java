package dev.multipool.rpc.server.credential;

import dev.multipool.pools.NanoClock;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Counts wrong credentials by the address that they come from. After so many within a minute, no credential from there is
 * looked at until the minute is over. Addresses of IPv6 count by their first 64 bits, of which one machine may have all.
 *
 * <p>It remembers a bounded number of addresses; the one that guessed longest ago is forgotten first.
 *
 * <p><b>Threads</b>: any.
 */
public final class GuessLimit {
    private static final int MOST_ADDRESSES = 10_000;
    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int NETWORK_BYTES = 8;
    /** Stands for callers without an address, such as those whose connection has just ended. */
    private static final Object NO_ADDRESS = new Object();

    private final int mostAMinute;
    private final NanoClock clock;
    /** Those that were wrong. */
    private final Map<Object, Guesses> guesses = new LinkedHashMap<>();

    private static final class Guesses {
        private final long beganNanos;
        private int wrong;

        Guesses(long beganNanos) {
            this.beganNanos = beganNanos;
        }
    }

    public GuessLimit(int mostAMinute, NanoClock clock) {
        this.mostAMinute = mostAMinute;
        this.clock = clock;
    }

    /** Whether whoever is there has guessed wrong too often. */
    synchronized boolean isReached(@Nullable SocketAddress caller) {
        forgetOld();
        Guesses known = guesses.get(networkOf(caller));
        return known != null && known.wrong >= mostAMinute;
    }

    /** Notes a wrong credential. */
    synchronized void noteWrong(@Nullable SocketAddress caller) {
        forgetOld();
        guesses.computeIfAbsent(networkOf(caller), network -> new Guesses(clock.nanoTime())).wrong++;
        if (guesses.size() > MOST_ADDRESSES) {
            Iterator<Guesses> eldest = guesses.values().iterator();
            eldest.next();
            eldest.remove();
        }
    }

    synchronized int addresses() {
        return guesses.size();
    }

    private void forgetOld() {
        long now = clock.nanoTime();
        Iterator<Guesses> eldest = guesses.values().iterator();
        while (eldest.hasNext() && now - eldest.next().beganNanos >= MINUTE_NANOS) {
            eldest.remove();
        }
    }

    private static Object networkOf(@Nullable SocketAddress caller) {
        if (!(caller instanceof InetSocketAddress internet) || internet.isUnresolved()) {
            return NO_ADDRESS;
        }
        byte[] bytes = internet.getAddress().getAddress();
        return ByteBuffer.wrap(bytes, 0, Math.min(bytes.length, NETWORK_BYTES));
    }
}
