package dev.multipool.perf.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.perf.peers.PeerWindow.ResponseTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HalfLoadTest {
    private static final double SPIN = 2_000_000;

    @Test
    void callsPerSecond_isHalfOfTheSlowest_eachAtItsBestNumberOfUsers() {
        List<PeerWindow> closed = List.of(
                closed("floor", 1, 5_000),
                closed("floor", 24, 40_000),
                // medians: 9000 with 24 users, 9501 with 100
                closed("dubbo-triple", 24, 8_000),
                closed("dubbo-triple", 24, 9_000),
                closed("dubbo-triple", 24, 30_000),
                closed("dubbo-triple", 100, 9_501),
                // no server, so no rate that one could halve
                closed("redis-benchmark", 24, 100));

        assertThat(HalfLoad.callsPerSecond(closed)).isEqualTo(4_751);
    }

    @Test
    void figures_haveALineForEachContestant_inTheTablesOrder() {
        HalfLoad halfLoad = HalfLoad.of(List.of(
                closed("floor", 24, 40_000),
                open("grpc-java", 0.9, 0.1),
                open("floor", 0.5, 0.2),
                open("floor", 0.7, 0.3),
                open("floor", 0.6, 1.5)));

        assertThat(halfLoad.title()).isEqualTo("At half load: 4751 calls/s, open loop");
        assertThat(halfLoad.figures()).hasSize(3);
        assertThat(halfLoad.figures().get(1))
                .startsWith("floor", "4751")
                .contains("0.50-0.70", "1.50")
                .endsWith("1 disturbed");
        assertThat(halfLoad.figures().get(2)).startsWith("grpc-java", "4751", "0.90");
    }

    @Test
    void windowsAtHalfLoad_areInATableOfTheirOwn() {
        List<PeerWindow> windows =
                List.of(closed("floor", 24, 40_000), closed("limit", 24, 90_000), open("floor", 0.5, 0.2));
        PeersReport report = new PeersReport(new MeasuredWindows<>(
                new MeasuredWindows.Setup(
                        "2026-11-21T00:00:00Z", 1, "peers --half-load", "2 cores", "17", "pinned", "Redis 7"),
                windows));

        assertThat(PeersTable.of(windows).figures()).hasSize(3);
        assertThat(report.console()).contains("At half load: 4751 calls/s, open loop");
        assertThat(report.markdown()).contains("At half load: 4751 calls/s, open loop", "| floor | 4751 | 0.50 |");
        assertThat(report.halfLoadCsv().lines().filter(line -> !line.startsWith("#")))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line.split(",", -1)).hasSize(11));
        assertThat(report.csv()).doesNotContain("4751");
    }

    private static PeerWindow closed(String contestant, int users, double calls) {
        return window(new PeerWindow.Turn(contestant, users, null, 1), calls, 1, null);
    }

    private static PeerWindow open(String contestant, double p50, double sendDelay) {
        return window(new PeerWindow.Turn(contestant, 0, 4_751L, 1), 4_751, p50, sendDelay);
    }

    private static PeerWindow window(PeerWindow.Turn turn, double calls, double p50, @Nullable Double sendDelay) {
        return new PeerWindow(
                turn,
                calls,
                new PeerWindow.Cost(10.0, 5.0, 2.0),
                new ResponseTime(p50, 2, 3.0),
                new PeerWindow.Spins(SPIN, SPIN),
                new PeerWindow.Trouble(0.0, sendDelay),
                new PeerWindow.Failed(0, null));
    }
}
