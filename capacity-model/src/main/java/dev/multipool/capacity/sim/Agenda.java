package dev.multipool.capacity.sim;

/** Simulated time, and what is to happen at a known moment of it. */
final class Agenda {

    static final int WAITED = 0;
    static final int CALL = 1;
    static final int RESUME = 2;
    static final int DEADLINE = 3;
    private static final int KIND_SHIFT = 28;

    private final EventHeap events = new EventHeap();
    private double now;

    double now() {
        return now;
    }

    void at(double moment, int kind, int id) {
        events.add(moment, kind << KIND_SHIFT | id);
    }

    double next() {
        return events.firstMoment();
    }

    boolean isEmpty() {
        return events.isEmpty();
    }

    void advance(double moment) {
        now = moment;
    }

    int take() {
        return events.removeFirst();
    }

    static int kind(int event) {
        return event >>> KIND_SHIFT;
    }

    static int id(int event) {
        return event & (1 << KIND_SHIFT) - 1;
    }
}
