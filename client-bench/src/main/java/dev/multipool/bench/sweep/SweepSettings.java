package dev.multipool.bench.sweep;

import dev.multipool.capacity.Objective;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a sweep tries.
 *
 * @param pools the pools, each in one string
 * @param objective what a run has to hold
 * @param users of the closed loop
 * @param connections that they share
 * @param warmup load before each measured window
 * @param duration the measured window of each run
 * @param repeats runs of each pool
 */
public record SweepSettings(
        List<String> pools,
        Objective objective,
        int users,
        int connections,
        Duration warmup,
        Duration duration,
        int repeats) {
    /** Fixed pools of 2 to 32 threads under 32 users on 4 connections, two runs of 5 s each after 10 s of warm-up. */
    public static final SweepSettings DEFAULT = new SweepSettings(
            fixed("2,4,8,16,32"),
            Objective.tp99Below(Duration.ofMillis(10)),
            32,
            4,
            Duration.ofSeconds(10),
            Duration.ofSeconds(5),
            2);

    private static final Pattern SECONDS = Pattern.compile("([1-9][0-9]{0,4})(ms|s|m)");

    public SweepSettings {
        pools = List.copyOf(pools);
        if (pools.isEmpty()) {
            throw new IllegalArgumentException("pools: none (expected: at least one)");
        }
        requirePositive("repeats", repeats);
        requirePositive("users", users);
        requirePositive("connections", connections);
        if (connections > users) {
            throw new IllegalArgumentException("connections: " + connections + " (expected: <= users: " + users + ")");
        }
    }

    /**
     * Reads {@code --sizes 4,8,16} (fixed pools with a queue of 1000) or {@code --pools "SPEC;SPEC"}, {@code --objective
     * tp99<10ms}, {@code --users}, {@code --connections}, {@code --warmup 5s}, {@code --duration 5s}, {@code --repeats}; the
     * rest are the {@link #DEFAULT}'s.
     *
     * @throws IllegalArgumentException when a flag is none of these, or its value is not what it expects
     */
    public static SweepSettings parse(List<String> arguments) {
        SweepSettings settings = DEFAULT;
        for (int i = 0; i < arguments.size(); i += 2) {
            String flag = arguments.get(i);
            if (i + 1 == arguments.size()) {
                throw new IllegalArgumentException(flag + ": no value (expected: a flag and its value)");
            }
            settings = settings.with(flag, arguments.get(i + 1));
        }
        return settings;
    }

    private SweepSettings with(String flag, String value) {
        return switch (flag) {
            case "--sizes" -> new SweepSettings(fixed(value), objective, users, connections, warmup, duration, repeats);
            case "--pools" ->
                new SweepSettings(
                        List.of(value.split(";", -1)), objective, users, connections, warmup, duration, repeats);
            case "--objective" ->
                new SweepSettings(pools, Objective.parse(value), users, connections, warmup, duration, repeats);
            case "--users" ->
                new SweepSettings(pools, objective, number(flag, value), connections, warmup, duration, repeats);
            case "--connections" ->
                new SweepSettings(pools, objective, users, number(flag, value), warmup, duration, repeats);
            case "--warmup" ->
                new SweepSettings(pools, objective, users, connections, time(flag, value), duration, repeats);
            case "--duration" ->
                new SweepSettings(pools, objective, users, connections, warmup, time(flag, value), repeats);
            case "--repeats" ->
                new SweepSettings(pools, objective, users, connections, warmup, duration, number(flag, value));
            default ->
                throw new IllegalArgumentException("'" + flag + "' (expected: --sizes, --pools, --objective, --users,"
                        + " --connections, --warmup, --duration or --repeats, each with a value)");
        };
    }

    private static List<String> fixed(String sizes) {
        List<String> pools = new ArrayList<>();
        for (String size : sizes.split(",", -1)) {
            pools.add("fixed:threads=" + number("--sizes", size) + ",queue=1000");
        }
        return pools;
    }

    private static int number(String flag, String value) {
        if (!value.matches("[1-9][0-9]{0,5}")) {
            throw new IllegalArgumentException(flag + ": '" + value + "' (expected: a whole number >= 1)");
        }
        return Integer.parseInt(value);
    }

    private static Duration time(String flag, String value) {
        Matcher form = SECONDS.matcher(value);
        if (!form.matches()) {
            throw new IllegalArgumentException(flag + ": '" + value + "' (expected: a time such as 5s or 500ms)");
        }
        long count = Long.parseLong(form.group(1));
        return switch (form.group(2)) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            default -> Duration.ofMinutes(count);
        };
    }

    private static void requirePositive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: >= 1)");
        }
    }
}
