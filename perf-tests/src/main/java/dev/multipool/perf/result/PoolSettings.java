package dev.multipool.perf.result;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The thread pool that a run was made with.
 *
 * @param name the pool's name in the server's configuration, such as {@code business}
 * @param kind how it grows; {@code fixed} keeps the same number of threads
 * @param threads its size; at least 1
 * @param queue tasks that may wait for a thread; at least 0
 */
public record PoolSettings(String name, String kind, int threads, int queue) {
    public PoolSettings {
        if (threads < 1) {
            throw new IllegalArgumentException("threads: " + threads + " (expected: >= 1)");
        }
        if (queue < 0) {
            throw new IllegalArgumentException("queue: " + queue + " (expected: >= 0)");
        }
    }

    /** A fixed pool named {@code business}. */
    public static PoolSettings business(int threads, int queue) {
        return new PoolSettings("business", "fixed", threads, queue);
    }

    /** The pool as one setting of the server: {@code fixed:threads=8,queue=1000}. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public String spec() {
        return kind + ":threads=" + threads + ",queue=" + queue;
    }

    /** For people: {@code fixed pool of 8 threads}. */
    public String describe() {
        return kind + " pool of " + threads + (threads == 1 ? " thread" : " threads");
    }
}
