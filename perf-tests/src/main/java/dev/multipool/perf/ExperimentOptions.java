package dev.multipool.perf;

import dev.multipool.perf.result.Demand;
import dev.multipool.perf.result.Load;
import dev.multipool.perf.result.PoolSettings;
import dev.multipool.perf.result.Variant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What can be chosen about an experiment without changing its question.
 *
 * @param sizes pool sizes to try, each once, in any order; empty for the experiment's own
 * @param load a closed loop, from which experiments derive their loads
 * @param repeats runs of each point that is compared
 * @param serverSettings further settings of every server by key
 * @param javaHome the JDK of every server; null for the laboratory's own
 */
public record ExperimentOptions(
        List<Integer> sizes,
        Load load,
        int repeats,
        Map<String, String> serverSettings,
        @Nullable String javaHome) {
    private static final int MAX_SIZE = 10_000;
    /** One event loop has time to spare up to far more calls than one business pool serves; more would vary the cores. */
    private static final Map<String, String> ONE_EVENT_LOOP = Map.of("server.event-loops", "1");

    public ExperimentOptions {
        sizes = sizes.stream().sorted().toList();
        serverSettings = Map.copyOf(serverSettings);
        if (sizes.stream().distinct().count() < sizes.size()) {
            throw new IllegalArgumentException("sizes: " + sizes + " (expected: each once)");
        }
        if (!sizes.isEmpty() && (sizes.get(0) < 1 || sizes.get(sizes.size() - 1) > MAX_SIZE)) {
            throw new IllegalArgumentException("sizes: " + sizes + " (expected: each 1 to " + MAX_SIZE + ")");
        }
        if (repeats < 1) {
            throw new IllegalArgumentException("repeats: " + repeats + " (expected: >= 1)");
        }
    }

    /** The sizes chosen, else these. */
    List<Integer> sizesOr(List<Integer> own) {
        return sizes.isEmpty() ? own : sizes;
    }

    /** What a user of a closed loop waits for after a failed call. */
    double rejectBackoffSeconds() {
        return load.demand() instanceof Demand.ClosedLoop closed ? closed.rejectBackoffSeconds() : 0;
    }

    /** A server with this business pool and the settings that all servers of the experiment have. */
    Variant variant(String name, String poolSpec) {
        return Variant.of(name, PoolSettings.parse(PoolSettings.BUSINESS, poolSpec))
                .onJdk(javaHome)
                .with(ONE_EVENT_LOOP)
                .with(serverSettings);
    }
}
