package dev.multipool.capacity.sim;

import java.util.Arrays;

/** Numbers in a ring that grows; both ends can be taken from, and nothing is allocated in steady state. */
final class IntQueue {

    private int[] ring = new int[64];
    private int oldest;
    private int size;

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    void add(int value) {
        if (size == ring.length) {
            int[] larger = Arrays.copyOfRange(ring, oldest, oldest + 2 * size);
            System.arraycopy(ring, 0, larger, size - oldest, oldest);
            ring = larger;
            oldest = 0;
        }
        ring[oldest + size++ & ring.length - 1] = value;
    }

    int oldest() {
        return ring[oldest];
    }

    int removeOldest() {
        int value = ring[oldest];
        oldest = oldest + 1 & ring.length - 1;
        size--;
        return value;
    }

    int removeNewest() {
        return ring[oldest + --size & ring.length - 1];
    }
}
