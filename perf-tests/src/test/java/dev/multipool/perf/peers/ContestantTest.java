package dev.multipool.perf.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class ContestantTest {
    @Test
    void available_leavesOutWhatCantRunHere() {
        assertThat(Contestant.available(17, false))
                .doesNotContain(Contestant.OURS_VIRTUAL, Contestant.REDIS_BENCHMARK)
                .hasSize(Contestant.values().length - 2);
        assertThat(Contestant.available(21, true)).containsExactly(Contestant.values());
    }

    @Test
    void named_keepsTheTablesOrder() {
        assertThat(Contestant.named(List.of("limit", "floor"), Contestant.available(17, true)))
                .containsExactly(Contestant.FLOOR, Contestant.LIMIT);
    }

    @Test
    void named_refusesWhatIsNotThere() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Contestant.named(List.of("ours-virtual"), Contestant.available(17, true)))
                .withMessageStartingWith("contestant: ours-virtual (expected, on this machine and JDK: floor, ");
    }
}
