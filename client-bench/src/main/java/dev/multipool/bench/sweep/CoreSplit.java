package dev.multipool.bench.sweep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Cores of its own for the server, the rest for this process: else the generator takes from the server what it measures.
 * Where that can't be done (not Linux, one core, no {@code taskset}), both share all, and the result says so.
 *
 * @param server the server's cores; null when all are shared
 * @param generator this process's cores; null when all are shared
 */
record CoreSplit(@Nullable String server, @Nullable String generator) {
    static final CoreSplit SHARED = new CoreSplit(null, null);

    private static final Path STATUS = Path.of("/proc/self/status");

    /** Splits the cores that this process may use, and moves it, with all of its threads, to its own. */
    static CoreSplit ofThisMachine() throws InterruptedException {
        CoreSplit split = of(allowed());
        if (split.generator == null) {
            return SHARED;
        }
        try {
            Process moved = new ProcessBuilder(
                            "taskset",
                            "-a",
                            "-p",
                            "-c",
                            split.generator,
                            String.valueOf(ProcessHandle.current().pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return moved.waitFor(10, TimeUnit.SECONDS) && moved.exitValue() == 0 ? split : SHARED;
        } catch (IOException e) {
            // no taskset here
            return SHARED;
        }
    }

    /** The first half for the server. */
    static CoreSplit of(List<Integer> cores) {
        int half = cores.size() / 2;
        return half == 0
                ? SHARED
                : new CoreSplit(list(cores.subList(0, half)), list(cores.subList(half, cores.size())));
    }

    private static String list(List<Integer> cores) {
        return cores.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    private static List<Integer> allowed() {
        try {
            return Files.readAllLines(STATUS).stream()
                    .filter(line -> line.startsWith("Cpus_allowed_list:"))
                    .findFirst()
                    .map(line -> parse(line.substring(line.indexOf(':') + 1).strip()))
                    .orElse(List.of());
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Reads Linux' form of a set of cores, {@code 0-3,6}. */
    static List<Integer> parse(String cores) {
        List<Integer> parsed = new ArrayList<>();
        for (String range : cores.split(",", -1)) {
            String[] ends = range.split("-", -1);
            int last = Integer.parseInt(ends[ends.length - 1]);
            for (int core = Integer.parseInt(ends[0]); core <= last; core++) {
                parsed.add(core);
            }
        }
        return parsed;
    }

    /** The command, on the server's cores. */
    List<String> onServerCores(List<String> command) {
        if (server == null) {
            return command;
        }
        List<String> pinned = new ArrayList<>(List.of("taskset", "-c", server));
        pinned.addAll(command);
        return pinned;
    }

    @Override
    public String toString() {
        return server == null
                ? "server and generator shared all cores"
                : "server on core " + server + ", generator on core " + generator;
    }
}
