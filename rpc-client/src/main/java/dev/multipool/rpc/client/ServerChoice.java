package dev.multipool.rpc.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the server that gets the next call: the one with the fewest calls in flight, of those that are connected and
 * not ejected. Chance decides between equals.
 *
 * <p>All servers are looked at. Looking at two by chance is for balancers whose counts are old or shared, where everybody
 * would run to the same server. Here the counts are the client's own and exact, the servers are few, and most of the time
 * there are some that must be passed over.
 *
 * <p><b>Threads</b>: safe for all; takes no lock.
 */
final class ServerChoice {
    private final CallRandom random;

    ServerChoice(long seed) {
        this.random = new CallRandom(seed);
    }

    /**
     * Chooses a server.
     *
     * @param tried servers that had the call before; none of them is chosen
     * @param evenEjected whether servers that are ejected, or on trial with a call, are chosen too
     * @return null when there is none to choose
     */
    @Nullable
    BalancedServer choose(BalancedServer[] servers, List<BalancedServer> tried, boolean evenEjected) {
        BalancedServer best = null;
        double least = Double.MAX_VALUE;
        int ties = 0;
        long draw = 0;
        for (BalancedServer server : servers) {
            if (tried.contains(server) || !server.isThere() || !(evenEjected || mayServe(server))) {
                continue;
            }
            double load = server.load();
            if (load < least) {
                best = server;
                least = load;
                ties = 1;
            } else if (load == least) {
                ties++;
                draw = ties == 2 ? random.next() : CallRandom.mix(draw);
                if (Long.remainderUnsigned(draw, ties) == 0) {
                    best = server;
                }
            }
        }
        return best;
    }

    private static boolean mayServe(BalancedServer server) {
        return switch (server.ejection().standing()) {
            case SERVING -> true;
            case ON_TRIAL -> server.inFlight() == 0;
            case EJECTED -> false;
        };
    }
}
