package dev.multipool.capacity.sim;

import java.util.Arrays;

/** A binary heap of moments, each with a number that says what happens then; adding and removing allocate nothing. */
final class EventHeap {

    private double[] moments = new double[64];
    private int[] values = new int[64];
    private int size;

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Returns the earliest moment, or infinity when there is none. */
    double firstMoment() {
        return size == 0 ? Double.POSITIVE_INFINITY : moments[0];
    }

    void add(double moment, int value) {
        if (size == moments.length) {
            moments = Arrays.copyOf(moments, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
        }
        int hole = size++;
        while (hole > 0) {
            int above = (hole - 1) >>> 1;
            if (moments[above] <= moment) {
                break;
            }
            moments[hole] = moments[above];
            values[hole] = values[above];
            hole = above;
        }
        moments[hole] = moment;
        values[hole] = value;
    }

    /** Removes the earliest moment and returns its value. */
    int removeFirst() {
        if (size == 0) {
            throw new IllegalStateException("no event");
        }
        final int first = values[0];
        size--;
        double moment = moments[size];
        int value = values[size];
        int hole = 0;
        for (int below = 1; below < size; below = 2 * hole + 1) {
            if (below + 1 < size && moments[below + 1] < moments[below]) {
                below++;
            }
            if (moment <= moments[below]) {
                break;
            }
            moments[hole] = moments[below];
            values[hole] = values[below];
            hole = below;
        }
        moments[hole] = moment;
        values[hole] = value;
        return first;
    }
}
