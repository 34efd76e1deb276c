package dev.multipool.perf.experiment.isolation;

import java.util.List;

/** One of the eleven published cases. */
record PublishedCase(int number, boolean isolated, int sleepMillis, int users) {
    /** In the order of their publication. */
    static final List<PublishedCase> ALL = List.of(
            new PublishedCase(1, false, 5, 10),
            new PublishedCase(2, true, 5, 10),
            new PublishedCase(3, false, 20, 10),
            new PublishedCase(4, true, 20, 10),
            new PublishedCase(5, false, 80, 10),
            new PublishedCase(6, true, 80, 10),
            new PublishedCase(7, false, 320, 10),
            new PublishedCase(8, true, 320, 10),
            new PublishedCase(9, true, 320, 11),
            new PublishedCase(10, false, 320, 200),
            new PublishedCase(11, false, 320, 201));

    String label() {
        return number + ": " + (isolated ? "isolated" : "native") + ", " + sleepMillis + " ms, " + users + " users";
    }

    /** Whether more users come than threads can serve. */
    boolean overfull() {
        return users > (isolated ? 10 : 200);
    }
}
