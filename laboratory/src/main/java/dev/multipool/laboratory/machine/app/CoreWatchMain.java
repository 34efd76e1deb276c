package dev.multipool.laboratory.machine.app;

import dev.multipool.laboratory.machine.cores.CoreHelper;
import dev.multipool.laboratory.process.LineServer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Watches cores, and keeps them awake where it is told to. Arguments: the cores with commas between, {@code true} to keep
 * them awake, {@code true} to compact memory, the log of stalls.
 *
 * <p>It answers {@code state} with what it could get, {@code speed BEGIN END} with the speed of each core, {@code touch BEGIN END} with
 * the time of a touch of idle memory, {@code distance BEGIN END} with how far the cores lie apart, and {@code compact} with whether memory
 * could be compacted.
 */
public final class CoreWatchMain {
    private static final Path ROOT = Path.of("/");

    private CoreWatchMain() {}

    public static void main(String[] args) throws Exception {
        List<Integer> cpus =
                Stream.of(args[0].split(",", -1)).map(Integer::valueOf).sorted().toList();
        CoreHelper.Running running = CoreHelper.start(
                new CoreHelper.Order(
                        cpus, Boolean.parseBoolean(args[1]), Boolean.parseBoolean(args[2]), Path.of(args[3])),
                ROOT);
        try (LineServer orders = LineServer.listen()) {
            System.out.println("listening on 127.0.0.1:" + orders.port());
            orders.serve(line -> answer(running, line.split(" ", -1)));
        }
        System.exit(0);
    }

    private static String answer(CoreHelper.Running running, String[] words) throws InterruptedException {
        return switch (words[0]) {
            case "state" -> running.state().line();
            case "speed" -> running.helper().speed(Long.parseLong(words[1]), Long.parseLong(words[2]));
            case "touch" -> running.helper().touch(Long.parseLong(words[1]), Long.parseLong(words[2]));
            case "distance" -> running.helper().distance(Long.parseLong(words[1]), Long.parseLong(words[2]));
            case "compact" -> Boolean.toString(running.helper().compactMemory());
            default ->
                throw new IllegalArgumentException(
                        "order: " + words[0] + " (expected: state, speed, touch, distance or compact)");
        };
    }
}
