package dev.multipool.perf.peers.load;

import java.util.List;

/**
 * What one window asks of the load process.
 *
 * @param load who asks, or how often
 * @param maxUserId they ask for the ids 1 to this
 * @param warmupMillis load before the window
 * @param windowMillis the window
 * @param serverPid the loaded server
 * @param ownPids all processes of the run, which are no foreign load
 * @param cpus the cores of the run
 */
public record LoadOrder(
        Load load,
        long maxUserId,
        long warmupMillis,
        long windowMillis,
        long serverPid,
        List<Long> ownPids,
        List<Integer> cpus) {
    public LoadOrder {
        ownPids = List.copyOf(ownPids);
        cpus = List.copyOf(cpus);
    }

    /**
     * A closed or an open loop.
     *
     * @param users of a closed loop, each one call at a time; 0 in an open one
     * @param callsPerSecond of an open loop; 0 in a closed one
     * @param seed of an open loop's arrivals
     */
    public record Load(int users, double callsPerSecond, long seed) {
        public static Load ofUsers(int users) {
            return new Load(users, 0, 0);
        }

        public static Load ofRate(double callsPerSecond, long seed) {
            return new Load(0, callsPerSecond, seed);
        }

        boolean isOpen() {
            return callsPerSecond > 0;
        }
    }
}
