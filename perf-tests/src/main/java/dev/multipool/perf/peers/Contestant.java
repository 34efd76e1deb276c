package dev.multipool.perf.peers;

import dev.multipool.laboratory.process.Jdk;
import dev.multipool.perf.peers.contestant.Protocol;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
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
    /** A framework on the class path, as the next two. */
    SOFABOLT("sofabolt", null),
    DUBBO("dubbo-triple", null),
    BRPC_JAVA("brpc-java", null),
    OURS_ASYNC("ours-async", Protocol.OURS),
    /** Asynchronous, each read a GET of its own. */
    OURS_ASYNC_SINGLE("ours-async-single-gets", Protocol.OURS),
    /** Bare Netty, asynchronous, Lettuce on the server's event loops. */
    LIMIT("limit", Protocol.FRAMES),
    /** Redis alone. */
    REDIS_BENCHMARK("redis-benchmark", null);

    private static final String OURS = "ours-";
    /** The laboratory with the frameworks beside it. */
    public static final String FRAMEWORKS_JAR = "rivals/target/multipool-rivals.jar";

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

    /** What its server speaks; null where a framework knows that, and where there is no server but Redis. */
    @Nullable
    Protocol protocol() {
        return protocol;
    }

    /** Whether there is more than Redis. */
    boolean hasServer() {
        return this != REDIS_BENCHMARK;
    }

    /** Whether it is a framework that a jar beside the laboratory's brings. */
    public boolean isFramework() {
        return protocol == null && hasServer();
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

    /**
     * Those that can run here.
     *
     * @param frameworks words of those on the class path
     */
    public static List<Contestant> available(int jdk, boolean redisBenchmark, Set<String> frameworks) {
        return Arrays.stream(values())
                .filter(contestant -> contestant != OURS_VIRTUAL || jdk >= Jdk.FIRST_WITH_VIRTUAL_THREADS)
                .filter(contestant -> contestant != REDIS_BENCHMARK || redisBenchmark)
                .filter(contestant -> !contestant.isFramework() || frameworks.contains(contestant.word()))
                .toList();
    }

    /**
     * Those with these words, in the table's order.
     *
     * @throws IllegalArgumentException when a word is none of {@code among}
     */
    public static List<Contestant> named(List<String> words, List<Contestant> among) {
        for (Contestant framework : values()) {
            if (framework.isFramework() && words.contains(framework.word) && !among.contains(framework)) {
                throw new IllegalArgumentException(
                        "contestant: " + framework.word + " (expected: " + FRAMEWORKS_JAR + ", which brings it)");
            }
        }
        return Selection.named("contestant", words, among, Contestant::word);
    }
}
