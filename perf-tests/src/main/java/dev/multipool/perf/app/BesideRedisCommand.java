package dev.multipool.perf.app;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What every command has that measures beside one Redis and is no experiment of {@code run}. */
abstract class BesideRedisCommand implements Callable<Integer> {
    @Mixin
    private RedisOption redis = new RedisOption();

    @Mixin
    private OutOption out = new OutOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    private CommandSpec spec;

    /** What is left to do once the options are known to be right. */
    @FunctionalInterface
    interface Measurement {
        /**
         * Measures and tells.
         *
         * @param redis where the Redis comes from
         * @param directory takes the results and what the processes print; it exists
         * @return the exit code
         */
        int make(RedisOption redis, Path directory, PrintWriter console) throws IOException, InterruptedException;
    }

    /**
     * What the options ask for.
     *
     * @throws IllegalArgumentException when one of them asks for what does not exist
     */
    abstract Measurement measurement();

    @Override
    public final Integer call() throws IOException, InterruptedException {
        PrintWriter console = spec.commandLine().getOut();
        Measurement measurement;
        try {
            measurement = measurement();
            redis.settings(System.getenv());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        int exitCode = measurement.make(redis, out.directory(), console);
        console.flush();
        return exitCode;
    }
}
