package dev.multipool.perf.start;

import dev.multipool.laboratory.process.Jdk;
import dev.multipool.laboratory.process.ServerProcess;
import dev.multipool.laboratory.result.Spread;
import dev.multipool.pools.NanoClock;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Question: how long does the server take from the start of its process to its first answered call, and which JVM flags
 * shorten that?
 *
 * <p>Hypothesis: below 1 s with an archive of its classes.
 *
 * <p>Setup: the server's jar in a process of its own, on all cores, nothing else running; Redis is up already. The sets
 * of flags take turns; the first turn is not counted.
 *
 * <p>Reading the result: by medians. The client's own cost is in it, some milliseconds after the first turn.
 */
public final class StartExperiment {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Jdk jdk;
    private final Path jar;
    private final URI redis;
    private final Path directory;
    private final NanoClock clock;

    /**
     * An experiment that begins with {@link #run}.
     *
     * @param jar the server's
     * @param redis holds user 1
     * @param directory takes what the server prints
     */
    public StartExperiment(Jdk jdk, Path jar, URI redis, Path directory, NanoClock clock) {
        this.jdk = jdk;
        this.jar = jar;
        this.redis = redis;
        this.directory = directory;
        this.clock = clock;
    }

    /** Milliseconds from start to first answered call, by set of flags. */
    public Map<String, Spread> run(List<String> flagSets, int rounds) throws IOException, InterruptedException {
        Map<String, List<Double>> millis = new LinkedHashMap<>();
        for (int round = 0; round <= rounds; round++) {
            for (String flags : flagSets) {
                double took = start(
                        flags.isBlank() ? List.of() : List.of(flags.strip().split(" +", -1)));
                if (round > 0) {
                    millis.computeIfAbsent(flags, none -> new ArrayList<>()).add(took);
                }
            }
        }
        Map<String, Spread> spreads = new LinkedHashMap<>();
        millis.forEach((flags, values) -> spreads.put(flags, Spread.ofMeans(values)));
        return spreads;
    }

    private double start(List<String> flags) throws IOException, InterruptedException {
        long begin = clock.nanoTime();
        try (ServerProcess server = ServerProcess.startJar(
                        jdk,
                        flags,
                        jar,
                        List.of("--host", "127.0.0.1", "--port", "0", "--redis", redis.toString()),
                        directory.resolve("server.log"));
                RpcClient client =
                        RpcClient.builder().target("127.0.0.1", server.port()).build()) {
            boolean found = client.callBlocking(
                            UserServiceMethods.FIND_USER_INFO,
                            FindUserInfoRequest.newBuilder().setUserId(1).build(),
                            PATIENCE)
                    .getFound();
            double millis = (clock.nanoTime() - begin) / (double) TimeUnit.MILLISECONDS.toNanos(1);
            if (!found) {
                throw new IOException("user 1 was not found");
            }
            return millis;
        }
    }
}
