package dev.multipool.laboratory.description;

import dev.multipool.bench.plan.Calls;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of a service.
 *
 * @param target where it is asked
 * @param calls what is asked
 * @param callers that ask at once, where nothing else says how many
 * @param connections that all callers share; null when each has its own
 * @param timeout after which a call has failed
 */
public record Load(
        Target target, Calls calls, int callers, @Nullable Integer connections, Duration timeout) {
    private static final int MAX_CALLERS = 100_000;

    public Load {
        if (callers < 1 || callers > MAX_CALLERS) {
            throw new IllegalArgumentException("callers: " + callers + " (expected: 1 to " + MAX_CALLERS + ")");
        }
    }

    /** How many connections so many callers use. */
    public int connectionsOf(int atOnce) {
        return connections == null ? atOnce : Math.min(connections, atOnce);
    }

    /** Whether {@code {name}} can be a placeholder with values of its own in a request. */
    public static boolean canBePlaceholder(String name) {
        return name.matches(Placeholders.NAME)
                && !Placeholders.RESERVED.contains(name)
                && !Section.LOAD.keys().contains(name);
    }

    /**
     * Where a service is asked.
     *
     * @param host its name or address
     * @param port its number, or {@code {port}}
     */
    public record Target(String host, String port) {
        /** Its port for a start to which a port was given. */
        public int portFor(int chosen) {
            return Integer.parseInt(Placeholders.fill(port, Map.of(Placeholders.PORT, Integer.toString(chosen))));
        }
    }
}
