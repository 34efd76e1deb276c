package dev.multipool.capacity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * A closed network of queues with a product form, solved exactly: users that visit stations again and again.
 *
 * <p>Example: 24 users of a service that waits 3 ms and computes 0.6 ms on 4 cores:
 *
 * <pre>{@code
 * double tps = ClosedNetwork.start().delay(3e-3).servers(0.6e-3, 4).throughput(24);
 * }</pre>
 *
 * <p>Exact for shared cores and for waits of any distribution, and for queues with exponential service times. What it
 * can't know: percentiles, joins, quotas, pauses, and a bound on how many may be inside; for the last there is {@link
 * #inside}, which is exact only where the whole has a product form, and a good approximation elsewhere.
 *
 * <p>Source: J. P. Buzen, "Computational Algorithms for Closed Queueing Networks with Exponential Servers",
 * Communications of the ACM 16/9 (1973). It gives the same numbers as the mean value analysis of Reiser and Lavenberg,
 * whose recursion loses all digits for stations with several servers near saturation. Flow equivalence: K. M. Chandy, U.
 * Herzog, L. Woo, "Parametric Analysis of Queuing Networks", IBM Journal 19/1 (1975).
 *
 * <p><b>Units:</b> those of the demands: with seconds, throughput is per second.
 */
public final class ClosedNetwork {

    /*
     * A station with demand D that works a(n) times as fast with n users present has the factor
     * f(n) = D^n / (a(1) a(2) ... a(n)). The convolution of all stations' factors gives G(n), and the throughput with n
     * users is G(n-1) / G(n). In logarithms, since the factors leave the range of a double quickly.
     */

    private final List<Station> stations;

    private record Station(double demand, IntToDoubleFunction speed) {}

    private ClosedNetwork(List<Station> stations) {
        this.stations = stations;
    }

    /** Returns a network without stations. */
    public static ClosedNetwork start() {
        return new ClosedNetwork(List.of());
    }

    /** Adds a time that users spend without getting in each other's way. */
    public ClosedNetwork delay(double time) {
        return station(time, n -> n);
    }

    /** Adds a queue with that many servers, or as many shared cores. */
    public ClosedNetwork servers(double demand, int servers) {
        SizingFormulas.positive("servers", servers);
        return station(demand, n -> Math.min(n, servers));
    }

    /** Adds a network that at most {@code limit} users may be in at once, as a station with its throughput. */
    public ClosedNetwork inside(ClosedNetwork network, int limit) {
        SizingFormulas.positive("limit", limit);
        double[] throughputs = network.throughputs(limit);
        return station(1, n -> throughputs[Math.min(n, limit)]);
    }

    /** Returns completions per unit of time with that many users. */
    public double throughput(int users) {
        return throughputs(SizingFormulas.positive("users", users))[users];
    }

    /** Returns the time that a user needs for one round. */
    public double responseTime(int users) {
        return users / throughput(users);
    }

    /** Returns the throughput for 0 to that many users. */
    private double[] throughputs(int users) {
        double[] logG = new double[users + 1];
        Arrays.fill(logG, Double.NEGATIVE_INFINITY);
        logG[0] = 0;
        for (Station station : stations) {
            if (station.demand > 0) {
                logG = convolved(logG, station);
            }
        }
        double[] throughputs = new double[users + 1];
        for (int n = 1; n <= users; n++) {
            throughputs[n] = Math.exp(logG[n - 1] - logG[n]);
        }
        return throughputs;
    }

    private static double[] convolved(double[] logG, Station station) {
        double[] factor = new double[logG.length];
        for (int n = 1; n < factor.length; n++) {
            factor[n] = factor[n - 1] + Math.log(station.demand / station.speed.applyAsDouble(n));
        }
        double[] result = new double[logG.length];
        for (int n = 0; n < result.length; n++) {
            double largest = Double.NEGATIVE_INFINITY;
            for (int i = 0; i <= n; i++) {
                largest = Math.max(largest, logG[n - i] + factor[i]);
            }
            double sum = 0;
            for (int i = 0; i <= n && largest > Double.NEGATIVE_INFINITY; i++) {
                sum += Math.exp(logG[n - i] + factor[i] - largest);
            }
            result[n] = largest + Math.log(sum);
        }
        return result;
    }

    private ClosedNetwork station(double demand, IntToDoubleFunction speed) {
        List<Station> more = new ArrayList<>(stations);
        more.add(new Station(SizingFormulas.notNegative("demand", demand), speed));
        return new ClosedNetwork(List.copyOf(more));
    }
}
