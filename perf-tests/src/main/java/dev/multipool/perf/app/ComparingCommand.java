package dev.multipool.perf.app;

import dev.multipool.perf.app.ComparisonWiring.Comparison;
import dev.multipool.perf.peers.MeasuredWindows;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;

/**
 * What every command has that compares by turns, window for window.
 *
 * @param <W> what one window tells
 */
abstract class ComparingCommand<W> extends BesideRedisCommand {
    @Mixin
    private WindowOptions windows = new WindowOptions();

    @Mixin
    private NoiseOptions noise = new NoiseOptions();

    /**
     * What is compared.
     *
     * @throws IllegalArgumentException when an option asks for what does not exist
     */
    abstract Comparison<W> comparison(WindowOptions windows);

    /** The jar whose command it is, as the project's root sees it. */
    String jar() {
        return "perf-tests/target/multipool-lab.jar";
    }

    /** The command with the options that only it has, as they were given. */
    abstract String ownCommandLine();

    abstract boolean hasFailures(W window);

    /** Writes the results into the directory; returns what a person wants to see of them. */
    abstract String report(MeasuredWindows<W> measured, Path directory) throws IOException;

    @Override
    final Measurement measurement() {
        Comparison<W> comparison = comparison(windows);
        return (redis, directory, console) -> measure(comparison, redis, directory, console);
    }

    private int measure(Comparison<W> comparison, RedisOption redis, Path directory, PrintWriter console)
            throws IOException, InterruptedException {
        // does the same again; the password of a Redis stays out of it
        String command = "java -jar " + jar() + " " + ownCommandLine() + windows.asArguments() + redis.asArgument()
                + noise.asArguments();
        MeasuredWindows<W> measured =
                ComparisonWiring.measure(comparison, redis, noise.asked(), command, directory, line -> {
                    console.println(line);
                    console.flush();
                });
        String text = report(measured, directory);
        console.println();
        console.print(text);
        console.println("results: " + directory.toAbsolutePath().normalize());
        return measured.windows().stream().anyMatch(this::hasFailures) ? ExitCode.FAILED : 0;
    }
}
