package dev.multipool.perf.run;

import dev.multipool.perf.result.Demand;
import dev.multipool.perf.result.Load;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A load in the words of the generator's command line. */
final class GeneratorArguments {
    /**
     * An open loop has to send each call in time, at rates far below what the generator could do: one compiler, since the
     * second one takes the core while calls are due (docs/experiments/overload.md has what was measured).
     */
    private static final String ONE_COMPILER = "-XX:TieredStopAtLevel=1";

    private GeneratorArguments() {}

    /** What the generator's JVM is started with for a load, beside the flags that all of them have. */
    static List<String> jvmFlags(Load load) {
        return load.demand() instanceof Demand.OpenLoop ? List.of(ONE_COMPILER) : List.of();
    }

    static List<String> of(Load load, String target) {
        List<String> arguments = new ArrayList<>(List.of("run", "--target", target));
        Demand demand = load.demand();
        if (demand instanceof Demand.ClosedLoop closed) {
            add(arguments, "--users", Integer.toString(closed.users()));
            if (closed.thinkTimeSeconds() > 0) {
                add(arguments, "--think-time", time(closed.thinkTimeSeconds()));
            }
            add(arguments, "--reject-backoff", time(closed.rejectBackoffSeconds()));
        } else if (demand instanceof Demand.OpenLoop open) {
            add(arguments, "--rate", String.format(Locale.ROOT, "%.0f", open.ratePerSecond()));
            add(arguments, "--arrivals", open.arrivals().word());
            add(arguments, "--max-in-flight", Integer.toString(open.maxInFlight()));
        }
        if (!load.mix().isEmpty()) {
            add(arguments, "--mix", mix(load.mix()));
        }
        Load.Items items = load.items();
        if (items != null) {
            add(arguments, "--items", Integer.toString(items.perCall()));
            add(arguments, "--max-item-id", Long.toString(items.seeded()));
        }
        add(arguments, "--connections", Integer.toString(load.connections()));
        add(arguments, "--warmup", time(load.warmupSeconds()));
        Integer warmupUsers = load.warmupUsers();
        if (warmupUsers != null && demand instanceof Demand.ClosedLoop closed && warmupUsers > closed.users()) {
            add(arguments, "--warmup-level", Integer.toString(warmupUsers));
        }
        add(arguments, "--duration", time(load.durationSeconds()));
        add(arguments, "--timeout", time(load.timeoutSeconds()));
        add(arguments, "--max-user-id", Long.toString(load.usersSeeded()));
        return arguments;
    }

    private static void add(List<String> arguments, String option, String value) {
        arguments.add(option);
        arguments.add(value);
    }

    private static String mix(Map<String, Integer> mix) {
        return mix.entrySet().stream()
                .map(share -> share.getKey() + "=" + share.getValue())
                .collect(Collectors.joining(","));
    }

    private static String time(double seconds) {
        return RunTimes.seconds(seconds).toMillis() + "ms";
    }
}
