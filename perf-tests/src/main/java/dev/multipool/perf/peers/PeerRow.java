package dev.multipool.perf.peers;

import dev.multipool.laboratory.result.Spread;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One contestant with one number of users: medians and ends over its windows. "At speed 1" is scaled to what the core
 * would have done at the best speed seen in the whole comparison.
 *
 * @param rate calls per second
 * @param cost what a call cost
 * @param times response times
 * @param disturbedWindows how many of the windows had foreign load
 */
record PeerRow(String contestant, int users, Rate rate, Cost cost, Times times, int disturbedWindows, long failures) {
    /**
     * Calls per second.
     */
    record Rate(Spread callsPerSecond, Spread callsPerSecondAtSpeed1) {}

    /**
     * What a call cost.
     */
    record Cost(
            @Nullable Spread serverCpuMicros,
            @Nullable Spread serverCpuMicrosAtSpeed1,
            @Nullable Spread clientCpuMicrosAtSpeed1,
            @Nullable Spread serverContextSwitches) {}

    /**
     * Response times.
     */
    record Times(
            Spread p50Millis, Spread p99Millis, @Nullable Spread p999Millis) {}

    /**
     * Makes a row.
     *
     * @param windows of one contestant with one number of users
     * @param best the fastest spins of the comparison
     */
    static PeerRow of(List<PeerWindow> windows, BestSpins best) {
        PeerWindow first = windows.get(0);
        return new PeerRow(
                first.turn().contestant(),
                first.turn().users(),
                new PeerRow.Rate(
                        means(windows, PeerWindow::callsPerSecond),
                        means(windows, window -> window.callsPerSecond() / best.serverSpeed(window))),
                new PeerRow.Cost(
                        meansOrNull(windows, each -> each.cost().serverCpuMicros()),
                        meansOrNull(
                                windows, window -> scaled(window.cost().serverCpuMicros(), best.serverSpeed(window))),
                        meansOrNull(
                                windows, window -> scaled(window.cost().clientCpuMicros(), best.clientSpeed(window))),
                        meansOrNull(windows, each -> each.cost().serverContextSwitches())),
                new PeerRow.Times(
                        percentiles(windows, window -> window.responseTime().p50Millis()),
                        percentiles(windows, window -> window.responseTime().p99Millis()),
                        first.responseTime().p999Millis() == null
                                ? null
                                : percentiles(
                                        windows,
                                        window -> Objects.requireNonNull(
                                                window.responseTime().p999Millis()))),
                (int) windows.stream().filter(PeerWindow::isDisturbed).count(),
                windows.stream().mapToLong(each -> each.failed().failures()).sum());
    }

    private static @Nullable Double scaled(@Nullable Double micros, double speed) {
        return micros == null ? null : micros * speed;
    }

    private static Spread means(List<PeerWindow> windows, Function<PeerWindow, Double> figure) {
        return Spread.ofMeans(windows.stream().map(figure).toList());
    }

    private static Spread percentiles(List<PeerWindow> windows, Function<PeerWindow, Double> figure) {
        return Spread.ofPercentiles(windows.stream().map(figure).toList());
    }

    private static @Nullable Spread meansOrNull(
            List<PeerWindow> windows, Function<PeerWindow, @Nullable Double> figure) {
        List<Double> values =
                windows.stream().map(figure).filter(Objects::nonNull).toList();
        return values.isEmpty() ? null : Spread.ofMeans(values);
    }

    /**
     * The fastest spin of the comparison on each side's cores.
     *
     * @param serverNanos on the server's
     * @param clientNanos on the client's
     */
    record BestSpins(double serverNanos, double clientNanos) {
        static BestSpins of(List<PeerWindow> windows) {
            return new BestSpins(
                    windows.stream()
                            .mapToDouble(each -> each.spins().serverSpinNanos())
                            .min()
                            .orElseThrow(),
                    windows.stream()
                            .mapToDouble(each -> each.spins().clientSpinNanos())
                            .min()
                            .orElseThrow());
        }

        /** At most 1. */
        double serverSpeed(PeerWindow window) {
            return serverNanos / window.spins().serverSpinNanos();
        }

        /** At most 1. */
        double clientSpeed(PeerWindow window) {
            return clientNanos / window.spins().clientSpinNanos();
        }
    }
}
