package dev.multipool.perf.nested;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.perf.peers.MeasuredWindows;
import java.util.List;
import org.junit.jupiter.api.Test;

class NestedReportTest {
    private static final double FULL_SPEED = 2_000_000;

    @Test
    void costs_areComparedWithTheBestOfOthersPools_forTheSameUsers() {
        String table = table(
                window(FlowKind.THREAD_POOL_EXECUTOR, 8, 6, FULL_SPEED),
                window(FlowKind.JETTY, 8, 5, FULL_SPEED),
                // the spin took twice as long: at full speed half the CPU time
                window(FlowKind.BLOCKING, 8, 11, 2 * FULL_SPEED),
                window(FlowKind.JETTY, 64, 4, FULL_SPEED),
                window(FlowKind.BLOCKING, 64, 6, FULL_SPEED),
                window(FlowKind.ASYNC, 64, 2, FULL_SPEED));

        assertThat(table)
                .contains("| 8 | thread-pool-executor | 100 | 6.00 | 6.00-6.00 | 1.20 |")
                .contains("| 8 | jetty | 100 | 5.00 | 5.00-5.00 | 1.00 |")
                .contains("| 8 | ours-blocking | 200 | 5.50 | 5.50-5.50 | 1.10 |")
                .contains("| 64 | ours-blocking | 100 | 6.00 | 6.00-6.00 | 1.50 |")
                .contains("| 64 | ours-async | 100 | 2.00 | 2.00-2.00 | 0.50 |");
    }

    @Test
    void withoutOthersPools_nothingIsCompared() {
        assertThat(table(window(FlowKind.BLOCKING, 8, 6, FULL_SPEED)))
                .contains("| 8 | ours-blocking | 100 | 6.00 | 6.00-6.00 |  | 1.000 |  |");
    }

    private static String table(NestedWindow... windows) {
        return new NestedReport(new MeasuredWindows<>(
                        new MeasuredWindows.Setup("now", 1, "nested-cost", "a machine", "17", "one core", "Redis"),
                        List.of(windows)))
                .markdown();
    }

    private static NestedWindow window(FlowKind flow, int users, double cpuMicros, double spinNanos) {
        return new NestedWindow(
                new NestedWindow.Turn(flow, users, 1),
                100,
                cpuMicros,
                1,
                spinNanos,
                0,
                new NestedWindow.Failed(0, null));
    }
}
