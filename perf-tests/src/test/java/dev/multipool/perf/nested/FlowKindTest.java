package dev.multipool.perf.nested;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class FlowKindTest {
    @Test
    void available_leavesOutWhatTheJdkLacks() {
        assertThat(FlowKind.available(17))
                .doesNotContain(FlowKind.VIRTUAL, FlowKind.VIRTUAL_THREADS, FlowKind.LIMITED_VIRTUAL_THREADS)
                .hasSize(FlowKind.values().length - 3);
        assertThat(FlowKind.available(21)).containsExactly(FlowKind.values());
    }

    @Test
    void named_keepsTheTablesOrder_andRefusesWhatIsNotThere() {
        assertThat(FlowKind.named(List.of("ours-blocking", "jetty"), FlowKind.available(17)))
                .containsExactly(FlowKind.JETTY, FlowKind.BLOCKING);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FlowKind.named(List.of("ours-virtual"), FlowKind.available(17)))
                .withMessageStartingWith(
                        "flow: ours-virtual (expected, on this machine and JDK: thread-pool-executor, ");
    }
}
