package dev.multipool.perf.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.perf.peers.PeerWindow.ResponseTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PeersTableTest {
    private static final double FULL_SPEED = 2_000_000;

    @Test
    void figures_areMediansOverTheWindows() {
        PeersTable table = PeersTable.of(List.of(
                window("floor", 24, 10_000, 40, FULL_SPEED, 0),
                window("floor", 24, 14_000, 30, FULL_SPEED, 0),
                window("floor", 24, 11_000, 50, FULL_SPEED, 0)));

        Map<String, String> floor = row(table.figures(), 1);
        assertThat(floor)
                .containsEntry("calls/s", "11000")
                .containsEntry("min-max", "10000-14000")
                .containsEntry("server CPU us/call", "40.0");
    }

    @Test
    void aWindowOnASlowCore_isScaledToTheBestSpeed() {
        PeersTable table = PeersTable.of(List.of(
                window("limit", 24, 80_000, 10, FULL_SPEED, 0),
                // the spin took twice as long: at full speed half the CPU time and twice the calls
                window("floor", 24, 10_000, 40, 2 * FULL_SPEED, 0)));

        List<String> floor = table.figures().get(1);
        assertThat(floor.subList(1, 7)).containsExactly("floor", "10000", "10000-10000", "20000", "40.0", "20.0");
        assertThat(row(table.ratios(), 1))
                .containsEntry("CPU x limit", "2.00")
                .containsEntry("calls/s x limit", "0.25");
    }

    @Test
    void ratios_areWithinOneNumberOfUsers() {
        PeersTable table = PeersTable.of(List.of(
                window("floor", 24, 10_000, 40, FULL_SPEED, 0),
                window("ours-blocking", 24, 12_000, 36, FULL_SPEED, 0),
                window("floor", 100, 20_000, 20, FULL_SPEED, 0),
                window("ours-blocking", 100, 10_000, 30, FULL_SPEED, 0)));

        assertThat(row(table.ratios(), 2)).containsEntry("users", "24").containsEntry("CPU x floor", "0.90");
        assertThat(row(table.ratios(), 4)).containsEntry("users", "100").containsEntry("CPU x floor", "1.50");
    }

    @Test
    void whatWasNotMeasured_staysEmpty() {
        PeersTable table = PeersTable.of(List.of(
                window("ours-async", 24, 40_000, 12, FULL_SPEED, 0),
                new PeerWindow(
                        new PeerWindow.Turn("redis-benchmark", 24, null, 1),
                        80_000,
                        new PeerWindow.Cost(null, null, null),
                        new ResponseTime(0.2, 0.4, null),
                        new PeerWindow.Spins(FULL_SPEED, FULL_SPEED),
                        new PeerWindow.Trouble(null, null),
                        new PeerWindow.Failed(0, null))));

        assertThat(row(table.ratios(), 1))
                .containsEntry("CPU x floor", "")
                .containsEntry("calls/s x redis-benchmark", "0.50");
        assertThat(row(table.figures(), 2))
                .containsEntry("server CPU us/call", "")
                .containsEntry("TP99.9 ms", "");
    }

    @Test
    void foreignLoadAndFailures_areRemarked() {
        PeersTable table = PeersTable.of(List.of(
                window("floor", 24, 10_000, 40, FULL_SPEED, 0.2),
                window("floor", 24, 10_000, 40, FULL_SPEED, 0.05),
                new PeerWindow(
                        new PeerWindow.Turn("limit", 24, null, 1),
                        80_000,
                        new PeerWindow.Cost(10.0, 5.0, 1.0),
                        new ResponseTime(1, 2, 3.0),
                        new PeerWindow.Spins(FULL_SPEED, FULL_SPEED),
                        new PeerWindow.Trouble(0.0, null),
                        new PeerWindow.Failed(3, "asked for user 1, got 2"))));

        assertThat(row(table.figures(), 1)).containsEntry("remarks", "1 disturbed");
        assertThat(row(table.figures(), 2)).containsEntry("remarks", "3 calls failed");
    }

    @Test
    void reports_holdEveryContestantAndTheCommand() {
        MeasuredWindows<PeerWindow> result = new MeasuredWindows<>(
                new MeasuredWindows.Setup(
                        "2026-11-21T00:00:00Z", 1, "peers --rounds 1", "2 cores", "17", "pinned", "Redis 7"),
                List.of(
                        window("floor", 24, 10_000, 40, FULL_SPEED, 0),
                        window("grpc-java", 24, 9_000, 44, FULL_SPEED, 0)));
        PeersReport report = new PeersReport(result);

        assertThat(report.console()).contains("floor", "grpc-java", "peers --rounds 1");
        assertThat(report.markdown()).contains("| 24 | grpc-java | 9000 |", "`peers --rounds 1`");
        assertThat(report.csv().lines().filter(line -> !line.startsWith("#")))
                .hasSize(3)
                .allSatisfy(line -> assertThat(line.split(",", -1)).hasSize(24));
    }

    /** Of columns with the same name, the first. */
    private static Map<String, String> row(List<List<String>> table, int index) {
        List<String> header = table.get(0);
        return IntStream.range(0, header.size())
                .boxed()
                .collect(Collectors.toMap(header::get, table.get(index)::get, (first, second) -> first));
    }

    private static PeerWindow window(
            String contestant, int users, double calls, double cpuMicros, double spinNanos, double foreign) {
        return new PeerWindow(
                new PeerWindow.Turn(contestant, users, null, 1),
                calls,
                new PeerWindow.Cost(cpuMicros, 5.0, 2.0),
                new ResponseTime(1, 2, 3.0),
                new PeerWindow.Spins(spinNanos, FULL_SPEED),
                new PeerWindow.Trouble(foreign, null),
                new PeerWindow.Failed(0, null));
    }
}
