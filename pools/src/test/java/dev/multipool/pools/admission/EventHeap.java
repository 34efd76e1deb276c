package dev.multipool.pools.admission;

import java.util.Arrays;

/** A binary heap of (key, payload), the smallest key first; equal keys come out in any but always the same order. */
final class EventHeap {

    private double[] keys = new double[64];
    private int[] payloads = new int[64];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    double firstKey() {
        return size == 0 ? Double.POSITIVE_INFINITY : keys[0];
    }

    void add(double key, int payload) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, size * 2);
            payloads = Arrays.copyOf(payloads, size * 2);
        }
        int hole = size++;
        while (hole > 0 && keys[(hole - 1) / 2] > key) {
            int parent = (hole - 1) / 2;
            keys[hole] = keys[parent];
            payloads[hole] = payloads[parent];
            hole = parent;
        }
        keys[hole] = key;
        payloads[hole] = payload;
    }

    int removeFirst() {
        int first = payloads[0];
        double key = keys[--size];
        int payload = payloads[size];
        int hole = 0;
        while (2 * hole + 1 < size) {
            int child = 2 * hole + 1;
            if (child + 1 < size && keys[child + 1] < keys[child]) {
                child++;
            }
            if (keys[child] >= key) {
                break;
            }
            keys[hole] = keys[child];
            payloads[hole] = payloads[child];
            hole = child;
        }
        keys[hole] = key;
        payloads[hole] = payload;
        return first;
    }
}
