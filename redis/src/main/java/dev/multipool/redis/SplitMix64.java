package dev.multipool.redis;

/**
 * The random numbers of the made-up data: SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
 * Generators, 2014), written out so that no library can change them. Its constants are part of what a seed means.
 */
final class SplitMix64 {
    private long state;

    SplitMix64(long state) {
        this.state = state;
    }

    long next() {
        state += 0x9E3779B97F4A7C15L;
        return mix(state);
    }

    int below(int bound) {
        return (int) Long.remainderUnsigned(next(), bound);
    }

    String pick(String[] words) {
        return words[below(words.length)];
    }

    static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
