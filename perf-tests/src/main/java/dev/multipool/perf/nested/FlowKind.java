package dev.multipool.perf.nested;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.multipool.laboratory.process.Jdk;
import dev.multipool.perf.nested.flow.OtherPool;
import dev.multipool.perf.peers.Selection;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is compared; the order is that of the table. */
public enum FlowKind {
    THREAD_POOL_EXECUTOR("thread-pool-executor", OtherPool.THREAD_POOL_EXECUTOR),
    JBOSS_THREADS("jboss-threads", OtherPool.JBOSS_THREADS),
    JETTY("jetty", OtherPool.JETTY),
    FORK_JOIN_POOL("fork-join-pool", OtherPool.FORK_JOIN_POOL),
    /** On a JDK that has them. */
    VIRTUAL_THREADS("virtual-threads", OtherPool.VIRTUAL_THREADS),
    /** The same with a semaphore, so that as many tasks run as in the other pools. */
    LIMITED_VIRTUAL_THREADS("limited-virtual-threads", OtherPool.LIMITED_VIRTUAL_THREADS),
    /** Measured pools and their joins. */
    BLOCKING("ours-blocking", null),
    /** The same on virtual threads, on a JDK that has them. */
    VIRTUAL("ours-virtual", null),
    /** Measured pools, nobody waits. */
    ASYNC("ours-async", null);

    private final String word;
    private final @Nullable OtherPool other;

    FlowKind(String word, @Nullable OtherPool other) {
        this.word = word;
        this.other = other;
    }

    /** Its name in options, tables and results. */
    @JsonValue
    public String word() {
        return word;
    }

    /** The pools that it runs on, with a latch for each join; null for ours. */
    public @Nullable OtherPool other() {
        return other;
    }

    private boolean isVirtual() {
        return this == VIRTUAL || this == VIRTUAL_THREADS || this == LIMITED_VIRTUAL_THREADS;
    }

    /** Those that can run on a JDK. */
    public static List<FlowKind> available(int jdk) {
        return Arrays.stream(values())
                .filter(kind -> !kind.isVirtual() || jdk >= Jdk.FIRST_WITH_VIRTUAL_THREADS)
                .toList();
    }

    /**
     * Those with these words, in the table's order.
     *
     * @throws IllegalArgumentException when a word is none of {@code among}
     */
    public static List<FlowKind> named(List<String> words, List<FlowKind> among) {
        return Selection.named("flow", words, among, FlowKind::word);
    }
}
