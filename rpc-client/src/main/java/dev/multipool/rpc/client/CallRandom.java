package dev.multipool.rpc.client;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Random numbers for many threads from one seed: SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014) over an atomic counter.
 */
final class CallRandom {
    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private final AtomicLong state;

    CallRandom(long seed) {
        this.state = new AtomicLong(seed);
    }

    long next() {
        return mix(state.addAndGet(GOLDEN_GAMMA));
    }

    /** Another number that looks unrelated to this one. */
    static long mix(long number) {
        long z = number + GOLDEN_GAMMA;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
