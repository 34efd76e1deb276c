package dev.multipool.perf.experiment.littleslaw;

import java.util.List;

/** One of the published runs. */
record PublishedRun(int number, int clients, int threads) {
    /** In the order of their publication. */
    static final List<PublishedRun> ALL = List.of(
            new PublishedRun(1, 1, 1),
            new PublishedRun(2, 10, 1),
            new PublishedRun(3, 10, 4),
            new PublishedRun(4, 10, 8));

    String label() {
        return clients
                + (clients == 1 ? " client, " : " clients, ")
                + threads
                + (threads == 1 ? " thread" : " threads");
    }
}
