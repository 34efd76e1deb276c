package dev.multipool.perf.peers;

import dev.multipool.laboratory.result.Spread;
import dev.multipool.perf.peers.PeerRow.BestSpins;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * All contestants at the same rate, which the slowest of them answers with half of its strength; as text, a header and one
 * line of cells for each contestant.
 */
final class HalfLoad {
    private final List<PeerWindow> windows;
    private final BestSpins best;

    private HalfLoad(List<PeerWindow> windows, BestSpins best) {
        this.windows = windows;
        this.best = best;
    }

    /** Those of all windows that are at half load; there may be none. */
    static HalfLoad of(List<PeerWindow> all) {
        return new HalfLoad(all.stream().filter(PeerWindow::isOpenLoop).toList(), BestSpins.of(all));
    }

    /**
     * Half of the slowest contestant's saturating rate, from closed loops. A contestant saturates at its largest median over
     * the numbers of users. One without a server takes no part.
     */
    static long callsPerSecond(List<PeerWindow> closed) {
        return Math.round(Arrays.stream(Contestant.values())
                        .filter(Contestant::hasServer)
                        .map(contestant -> closed.stream()
                                .filter(window -> window.turn().contestant().equals(contestant.word()))
                                .toList())
                        .filter(own -> !own.isEmpty())
                        .mapToDouble(HalfLoad::saturatingRate)
                        .min()
                        .orElseThrow()
                / 2);
    }

    private static double saturatingRate(List<PeerWindow> own) {
        Map<Integer, List<Double>> byUsers = own.stream()
                .collect(Collectors.groupingBy(
                        window -> window.turn().users(),
                        Collectors.mapping(PeerWindow::callsPerSecond, Collectors.toList())));
        return byUsers.values().stream()
                .mapToDouble(rates -> Spread.ofMeans(rates).median())
                .max()
                .orElseThrow();
    }

    boolean isEmpty() {
        return windows.isEmpty();
    }

    String title() {
        return "At half load: " + windows.get(0).turn().offeredPerSecond() + " calls/s, open loop";
    }

    List<List<String>> figures() {
        List<List<String>> table = new ArrayList<>();
        table.add(List.of(
                "contestant",
                "calls/s",
                "TP50 ms",
                "min-max",
                "TP99 ms",
                "min-max",
                "TP99.9 ms",
                "min-max",
                "server CPU us/call at speed 1",
                "send delay TP99 ms",
                "remarks"));
        for (Contestant contestant : Contestant.values()) {
            List<PeerWindow> own = windows.stream()
                    .filter(window -> window.turn().contestant().equals(contestant.word()))
                    .toList();
            if (!own.isEmpty()) {
                table.add(cells(own));
            }
        }
        return table;
    }

    private List<String> cells(List<PeerWindow> own) {
        PeerRow row = PeerRow.of(own, best);
        return List.of(
                row.contestant(),
                PeersTable.median("%.0f", row.rate().callsPerSecond()),
                PeersTable.median("%.2f", row.times().p50Millis()),
                PeersTable.ends("%.2f", row.times().p50Millis()),
                PeersTable.median("%.2f", row.times().p99Millis()),
                PeersTable.ends("%.2f", row.times().p99Millis()),
                PeersTable.median("%.2f", row.times().p999Millis()),
                PeersTable.ends("%.2f", row.times().p999Millis()),
                PeersTable.median("%.1f", row.cost().serverCpuMicrosAtSpeed1()),
                String.format(Locale.ROOT, "%.2f", worstSendDelayMillis(own)),
                PeersTable.remarks(row));
    }

    private static double worstSendDelayMillis(List<PeerWindow> own) {
        return own.stream()
                .map(window -> window.trouble().sendDelayP99Millis())
                .filter(delay -> delay != null)
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
    }
}
