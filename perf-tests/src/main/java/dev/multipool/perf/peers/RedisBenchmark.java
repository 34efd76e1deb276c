package dev.multipool.perf.peers;

import dev.multipool.laboratory.process.ChildProcess;
import dev.multipool.laboratory.process.ProcessFailedException;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Runs {@code redis-benchmark}: how many GETs Redis itself answers, one command per round trip. */
public final class RedisBenchmark {
    private static final String PROGRAM = "redis-benchmark";
    /** Places in a line of its CSV: test, rps, avg, min, p50, p95, p99, max. */
    private static final int RATE = 1;

    private static final int P50 = 4;
    private static final int P99 = 6;
    private static final int COLUMNS = 8;

    private final URI redis;
    private final @Nullable String cpus;
    private final Path output;

    /**
     * What it found.
     *
     * @param callsPerSecond its rate
     * @param p50Micros response time
     * @param p99Micros response time
     */
    public record Figures(double callsPerSecond, double p50Micros, double p99Micros) {}

    /**
     * For this Redis.
     *
     * @param cpus CPU numbers as taskset reads them; null for no pinning
     * @param output what it prints goes there
     */
    public RedisBenchmark(URI redis, @Nullable String cpus, Path output) {
        this.redis = redis;
        this.cpus = cpus;
        this.output = output;
    }

    /** Whether the program is in one of these directories, as in the environment variable PATH. */
    public static boolean isOn(String searchPath) {
        return Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(searchPath)
                .anyMatch(directory -> !directory.isEmpty() && Files.isExecutable(Path.of(directory, PROGRAM)));
    }

    /**
     * Asks for one user again and again.
     *
     * @param whileItRuns called meanwhile, once
     * @throws ProcessFailedException when it does not end in time or gives no figures
     */
    public Figures run(int clients, long calls, String key, Duration atMost, Runnable whileItRuns)
            throws InterruptedException {
        try (ChildProcess child = ChildProcess.start(PROGRAM, command(clients, calls, key), output)) {
            whileItRuns.run();
            if (!child.awaitEnd(atMost) || child.exitCode() != 0) {
                throw child.failure("did not end well within " + atMost.toSeconds() + " s");
            }
            Figures figures = parse(child.outputText());
            if (figures == null) {
                throw child.failure("printed no figures");
            }
            return figures;
        }
    }

    private List<String> command(int clients, long calls, String key) {
        List<String> command = new ArrayList<>();
        if (cpus != null) {
            command.addAll(List.of("taskset", "-c", cpus));
        }
        command.addAll(List.of(PROGRAM, "-h", redis.getHost(), "-p", Integer.toString(redis.getPort())));
        command.addAll(List.of("-c", Integer.toString(clients), "-n", Long.toString(calls), "--csv", "GET", key));
        return command;
    }

    /** Reads the last line that has all columns; null when there is none. */
    static @Nullable Figures parse(String csv) {
        return csv.lines()
                .map(line -> Arrays.stream(line.split(",", -1))
                        .map(field -> field.replace("\"", ""))
                        .toList())
                .filter(fields -> fields.size() == COLUMNS && !fields.get(0).equals("test"))
                .reduce((first, last) -> last)
                .map(fields -> new Figures(
                        Double.parseDouble(fields.get(RATE)),
                        1000 * Double.parseDouble(fields.get(P50)),
                        1000 * Double.parseDouble(fields.get(P99))))
                .orElse(null);
    }
}
