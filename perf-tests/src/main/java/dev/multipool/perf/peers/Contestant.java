package dev.multipool.perf.peers;

import dev.multipool.perf.peers.contestant.Protocol;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is compared; the order is that of the table. */
public enum Contestant {
    /** Bare Netty, a pool hop, a blocking GET. */
    FLOOR("floor", Protocol.FRAMES),
    OURS_BLOCKING("ours-blocking", Protocol.OURS),
    /** On a JDK that has virtual threads. */
    OURS_VIRTUAL("ours-virtual", Protocol.OURS),
    OURS_DIRECT("ours-direct", Protocol.OURS),
    GRPC("grpc-java", Protocol.GRPC),
    OURS_ASYNC("ours-async", Protocol.OURS),
    /** Asynchronous, each read a GET of its own. */
    OURS_ASYNC_SINGLE("ours-async-single-gets", Protocol.OURS),
    /** Bare Netty, asynchronous, Lettuce on the server's event loops. */
    LIMIT("limit", Protocol.FRAMES),
    /** Redis alone. */
    REDIS_BENCHMARK("redis-benchmark", null);

    private static final int FIRST_JDK_WITH_VIRTUAL_THREADS = 21;
    private static final String OURS = "ours-";

    private final String word;
    private final @Nullable Protocol protocol;

    Contestant(String word, @Nullable Protocol protocol) {
        this.word = word;
        this.protocol = protocol;
    }

    /** Its name in options and tables. */
    public String word() {
        return word;
    }

    /** What its server speaks; null where there is no server but Redis. */
    @Nullable
    Protocol protocol() {
        return protocol;
    }

    /** The execution model of our server; null for the others'. */
    @Nullable
    String executionModel() {
        return !word.startsWith(OURS)
                ? null
                : this == OURS_ASYNC_SINGLE ? OURS_ASYNC.executionModel() : word.substring(OURS.length());
    }

    /** Whether our server asks Redis for what arrives together by one MGET, as it does by default. */
    boolean gathersReads() {
        return this != OURS_ASYNC_SINGLE;
    }

    /** Those that can run here. */
    public static List<Contestant> available(int jdk, boolean redisBenchmark) {
        return Arrays.stream(values())
                .filter(contestant -> contestant != OURS_VIRTUAL || jdk >= FIRST_JDK_WITH_VIRTUAL_THREADS)
                .filter(contestant -> contestant != REDIS_BENCHMARK || redisBenchmark)
                .toList();
    }

    /**
     * Those with these words, in the table's order.
     *
     * @throws IllegalArgumentException when a word is none of {@code among}
     */
    public static List<Contestant> named(List<String> words, List<Contestant> among) {
        return Selection.named("contestant", words, among, Contestant::word);
    }
}
