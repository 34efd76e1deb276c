package dev.multipool.capacity;

/**
 * The queue with exponentially distributed distances and service times and c servers, M/M/c, exactly.
 *
 * <p>Source: A. K. Erlang (1917), as in L. Kleinrock, "Queueing Systems" volume 1, section 3.5.
 *
 * @param servers c
 * @param offered arrival rate times mean service time, below c
 */
public record ErlangC(int servers, double offered) {

    /** Validates. */
    public ErlangC {
        SizingFormulas.positive("servers", servers);
        if (!(offered >= 0 && offered < servers)) {
            throw new IllegalArgumentException("offered: " + offered + " (expected: >= 0 and < " + servers + ")");
        }
    }

    /** Returns the part of the arrivals that has to wait, 0 to 1. */
    public double waitProbability() {
        double blocked = 1;
        for (int i = 1; i <= servers; i++) {
            blocked = offered * blocked / (i + offered * blocked);
        }
        return blocked / (1 - offered / servers * (1 - blocked));
    }

    /** Returns the mean queue time, as a multiple of the mean service time. */
    public double meanQueueTime() {
        return waitProbability() / (servers - offered);
    }
}
