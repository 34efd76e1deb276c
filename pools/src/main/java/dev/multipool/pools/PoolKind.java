package dev.multipool.pools;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How a pool gets its threads and whether tasks may wait for one. */
public enum PoolKind {
    /** The same number of threads always, started on demand; a bounded queue, or none: then a busy pool rejects. */
    FIXED,
    /** From core to max threads on demand, no queue, surplus threads end after the keep-alive. */
    CACHED,
    /** From core to max threads before anything waits, then a bounded queue. */
    EAGER,
    /** Virtual threads behind a limit on how many run at once; needs JDK 21 or newer. */
    VIRTUAL,
    /** The caller's own thread, behind a limit on how many callers run at once. */
    DIRECT;

    /** Returns the word for this kind in a pool's {@linkplain PoolConfig#spec() spec}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Reads the word for a kind. */
    static PoolKind parse(String word) {
        for (PoolKind kind : values()) {
            if (kind.word().equals(word.trim().toLowerCase(Locale.ROOT))) {
                return kind;
            }
        }
        throw new IllegalArgumentException("kind: " + word + " (expected: one of "
                + Arrays.stream(values()).map(PoolKind::word).collect(Collectors.joining(", ")) + ")");
    }
}
