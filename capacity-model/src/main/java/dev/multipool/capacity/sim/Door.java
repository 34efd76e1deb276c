package dev.multipool.capacity.sim;

import dev.multipool.pools.admission.AdmissionSettings;
import java.time.Duration;
import java.util.Optional;

/**
 * What a call meets before and while it is served, in this order.
 *
 * @param connections the bound on connections; each call in the server holds one
 * @param admission adaptive admission, by the class that servers run
 * @param deadline how long after its arrival a call is answered at the latest, with a failure if need be
 */
public record Door(
        Optional<Connections> connections, Optional<AdmissionSettings> admission, Optional<Duration> deadline) {

    /** Everybody may come in and stay. */
    public static final Door OPEN = new Door(Optional.empty(), Optional.empty(), Optional.empty());

    /** Validates. */
    public Door {
        deadline.ifPresent(d -> Checks.positive("deadline", d));
    }

    /**
     * The connection limit and the accept queue in front of it.
     *
     * @param maxConnections calls in the server at once, each on a connection of its own
     * @param acceptCount calls that wait for a connection; more are refused
     */
    public record Connections(int maxConnections, int acceptCount) {
        /** Validates. */
        public Connections {
            Checks.atLeast("maxConnections", maxConnections, 1);
            Checks.atLeast("acceptCount", acceptCount, 0);
        }
    }
}
