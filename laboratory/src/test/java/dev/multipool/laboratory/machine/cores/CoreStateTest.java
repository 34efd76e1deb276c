package dev.multipool.laboratory.machine.cores;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CoreStateTest {
    @Test
    void parse_ofItsLine_isTheSame() {
        CoreState all = new CoreState(AwakeBy.KERNEL_POLLING, true, 5, true, false, List.of());
        CoreState some = new CoreState(AwakeBy.NOTHING, false, 0, false, true, List.of("one thing", "another"));

        assertThat(CoreState.parse(all.line())).isEqualTo(all);
        assertThat(CoreState.parse(some.line())).isEqualTo(some);
    }
}
