package dev.multipool.perf.peers;

import dev.multipool.laboratory.result.Spread;
import dev.multipool.perf.peers.PeerRow.BestSpins;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The comparison as text: a header and one line of cells for each contestant and number of users. */
final class PeersTable {
    private static final List<Contestant> MEASURES = List.of(Contestant.FLOOR, Contestant.LIMIT, Contestant.GRPC);
    private static final String NOTHING = "";

    private final List<PeerRow> rows;

    private PeersTable(List<PeerRow> rows) {
        this.rows = rows;
    }

    static PeersTable of(List<PeerWindow> windows) {
        BestSpins best = BestSpins.of(windows);
        List<PeerRow> rows = new ArrayList<>();
        List<PeerWindow> closed =
                windows.stream().filter(window -> !window.isOpenLoop()).toList();
        for (int users :
                closed.stream().map(each -> each.turn().users()).distinct().toList()) {
            for (Contestant contestant : Contestant.values()) {
                List<PeerWindow> own = closed.stream()
                        .filter(window -> window.turn().users() == users)
                        .filter(window -> window.turn().contestant().equals(contestant.word()))
                        .toList();
                if (!own.isEmpty()) {
                    rows.add(PeerRow.of(own, best));
                }
            }
        }
        return new PeersTable(rows);
    }

    /** What was measured. */
    List<List<String>> figures() {
        List<List<String>> table = new ArrayList<>();
        table.add(List.of(
                "users",
                "contestant",
                "calls/s",
                "min-max",
                "at speed 1",
                "server CPU us/call",
                "at speed 1",
                "min-max",
                "switches/call",
                "client CPU us/call",
                "TP50 ms",
                "TP99 ms",
                "TP99.9 ms",
                "remarks"));
        for (PeerRow row : rows) {
            table.add(List.of(
                    Integer.toString(row.users()),
                    row.contestant(),
                    median("%.0f", row.rate().callsPerSecond()),
                    ends("%.0f", row.rate().callsPerSecond()),
                    median("%.0f", row.rate().callsPerSecondAtSpeed1()),
                    median("%.1f", row.cost().serverCpuMicros()),
                    median("%.1f", row.cost().serverCpuMicrosAtSpeed1()),
                    ends("%.1f", row.cost().serverCpuMicrosAtSpeed1()),
                    median("%.2f", row.cost().serverContextSwitches()),
                    median("%.1f", row.cost().clientCpuMicrosAtSpeed1()),
                    median("%.2f", row.times().p50Millis()),
                    median("%.2f", row.times().p99Millis()),
                    median("%.1f", row.times().p999Millis()),
                    remarks(row)));
        }
        return table;
    }

    /** Each contestant divided by floor, limit and grpc-java, and its calls also by Redis alone; CPU and calls at speed 1. */
    List<List<String>> ratios() {
        List<List<String>> table = new ArrayList<>();
        table.add(Stream.of(
                        Stream.of("users", "contestant"),
                        MEASURES.stream().map(measure -> "CPU x " + measure.word()),
                        MEASURES.stream().map(measure -> "calls/s x " + measure.word()),
                        Stream.of("calls/s x " + Contestant.REDIS_BENCHMARK.word()),
                        MEASURES.stream().map(measure -> "TP99 x " + measure.word()))
                .flatMap(Function.identity())
                .toList());
        for (PeerRow row : rows) {
            table.add(Stream.of(
                            Stream.of(Integer.toString(row.users()), row.contestant()),
                            MEASURES.stream()
                                    .map(measure -> ratio(
                                            row, measure, each -> each.cost().serverCpuMicrosAtSpeed1())),
                            MEASURES.stream()
                                    .map(measure -> ratio(
                                            row, measure, each -> each.rate().callsPerSecondAtSpeed1())),
                            Stream.of(ratio(row, Contestant.REDIS_BENCHMARK, each -> each.rate()
                                    .callsPerSecondAtSpeed1())),
                            MEASURES.stream()
                                    .map(measure -> ratio(
                                            row, measure, each -> each.times().p99Millis())))
                    .flatMap(Function.identity())
                    .toList());
        }
        return table;
    }

    private String ratio(PeerRow row, Contestant measure, Function<PeerRow, @Nullable Spread> figure) {
        Spread own = figure.apply(row);
        Spread other = rows.stream()
                .filter(candidate -> candidate.users() == row.users()
                        && candidate.contestant().equals(measure.word()))
                .findFirst()
                .map(figure)
                .orElse(null);
        return own == null || other == null || other.median() == 0
                ? NOTHING
                : String.format(Locale.ROOT, "%.2f", own.median() / other.median());
    }

    static String remarks(PeerRow row) {
        List<String> remarks = new ArrayList<>();
        if (row.failures() > 0) {
            remarks.add(row.failures() + " calls failed");
        }
        if (row.disturbedWindows() > 0) {
            remarks.add(row.disturbedWindows() + " disturbed");
        }
        return String.join("; ", remarks);
    }

    static String median(String format, @Nullable Spread spread) {
        return spread == null ? NOTHING : String.format(Locale.ROOT, format, spread.median());
    }

    static String ends(String format, @Nullable Spread spread) {
        return spread == null
                ? NOTHING
                : String.format(Locale.ROOT, format, spread.min()) + "-"
                        + String.format(Locale.ROOT, format, spread.max());
    }
}
