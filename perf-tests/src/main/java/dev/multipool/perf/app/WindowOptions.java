package dev.multipool.perf.app;

import dev.multipool.bench.app.options.DurationConverter;
import dev.multipool.pools.DurationText;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** Rounds of measured windows under some numbers of users, as options; each command has defaults of its own. */
final class WindowOptions {
    @Option(names = "--rounds", paramLabel = "N", description = "windows of each that is compared")
    private int rounds;

    @Option(
            names = "--warmup",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "load on each before the first round")
    private Duration warmup = Duration.ZERO;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "each measured window")
    private Duration duration = Duration.ZERO;

    @Option(names = "--users", paramLabel = "N", split = ",", description = "numbers of concurrent users")
    private List<Integer> users = List.of();

    int rounds() {
        return rounds;
    }

    Duration warmup() {
        return warmup;
    }

    Duration duration() {
        return duration;
    }

    List<Integer> users() {
        return users;
    }

    /** As a part of a command line that does the same again. */
    String asArguments() {
        return " --rounds " + rounds + " --warmup " + DurationText.format(warmup) + " --duration "
                + DurationText.format(duration) + " --users "
                + users.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** The defaults of a command. */
    abstract static class Defaults implements IDefaultValueProvider {
        private final Map<String, String> values;

        Defaults(String rounds, String warmup, String duration, String users) {
            this.values = Map.of("--rounds", rounds, "--warmup", warmup, "--duration", duration, "--users", users);
        }

        @Override
        public @Nullable String defaultValue(ArgSpec option) {
            return values.get(option.isOption() ? ((OptionSpec) option).longestName() : "");
        }
    }
}
