package dev.multipool.perf.nested;

import java.util.Arrays;
import java.util.List;

/** What is compared; the order is that of the table. */
public enum FlowKind {
    /** Executors of the JDK and latches: the yardstick. */
    PLAIN("plain"),
    /** Measured pools and their joins. */
    BLOCKING("ours-blocking"),
    /** The same on virtual threads, on a JDK that has them. */
    VIRTUAL("ours-virtual"),
    /** Measured pools, nobody waits. */
    ASYNC("ours-async");

    private static final int FIRST_JDK_WITH_VIRTUAL_THREADS = 21;

    private final String word;

    FlowKind(String word) {
        this.word = word;
    }

    /** Its name in tables. */
    public String word() {
        return word;
    }

    /** Those that can run on a JDK. */
    public static List<FlowKind> available(int jdk) {
        return Arrays.stream(values())
                .filter(kind -> kind != VIRTUAL || jdk >= FIRST_JDK_WITH_VIRTUAL_THREADS)
                .toList();
    }
}
