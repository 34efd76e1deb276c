package dev.multipool.perf.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ContestantTest {
    private static final Set<String> FRAMEWORKS = Set.of("sofabolt", "dubbo-triple", "brpc-java");

    @Test
    void available_leavesOutWhatCantRunHere() {
        assertThat(Contestant.available(17, false, FRAMEWORKS))
                .doesNotContain(Contestant.OURS_VIRTUAL, Contestant.REDIS_BENCHMARK)
                .hasSize(Contestant.values().length - 2);
        assertThat(Contestant.available(21, true, Set.of("dubbo-triple")))
                .contains(Contestant.DUBBO)
                .doesNotContain(Contestant.SOFABOLT, Contestant.BRPC_JAVA);
        assertThat(Contestant.available(21, true, FRAMEWORKS)).containsExactly(Contestant.values());
    }

    @Test
    void named_keepsTheTablesOrder() {
        assertThat(Contestant.named(List.of("limit", "floor"), Contestant.available(17, true, Set.of())))
                .containsExactly(Contestant.FLOOR, Contestant.LIMIT);
    }

    @Test
    void named_refusesWhatIsNotThere() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Contestant.named(List.of("ours-virtual"), Contestant.available(17, true, Set.of())))
                .withMessageStartingWith("contestant: ours-virtual (expected, on this machine and JDK: floor, ");
    }

    @Test
    void named_refusesAFrameworkThatIsNotOnTheClassPath() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Contestant.named(List.of("sofabolt"), Contestant.available(17, true, Set.of())))
                .withMessage("contestant: sofabolt (expected: rivals/target/multipool-rivals.jar, which brings it)");
    }
}
