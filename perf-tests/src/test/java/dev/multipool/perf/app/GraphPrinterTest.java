package dev.multipool.perf.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.capacity.calibration.TaskShape;
import dev.multipool.pools.WaitCycles.Cycle;
import dev.multipool.pools.WaitCycles.Member;
import java.util.List;
import org.junit.jupiter.api.Test;

class GraphPrinterTest {

    @Test
    void flow_isReadFromTheOutsideIn() {
        TaskShape select = new TaskShape("select", 4, 0, true, List.of());
        TaskShape common = new TaskShape("common", 5, 0, false, List.of(select, select));
        TaskShape call = new TaskShape("business", 1, 0, false, List.of(common));

        assertThat(GraphPrinter.flow(call)).isEqualTo("business -> 5 common -> (4 select, then 4 select)");
    }

    @Test
    void aCycle_isAWarning_andADeadlockOnceItIsStuck() {
        Member mail = new Member("mail", 2, 2, 2, false);
        Member orders = new Member("orders", 1, 1, 8, false);

        assertThat(GraphPrinter.words(new Cycle(List.of(mail, orders), false)))
                .isEqualTo("WARNING: mail and orders wait for each other: once all their threads wait, nothing moves");
        assertThat(GraphPrinter.words(new Cycle(List.of(mail), false)))
                .isEqualTo("WARNING: tasks of mail wait for tasks of mail: once all their threads wait, nothing moves");
        assertThat(GraphPrinter.words(new Cycle(List.of(mail, orders), true)))
                .isEqualTo(
                        "DEADLOCK: mail and orders wait for each other: 2 of 2 threads of mail are blocked in a join, "
                                + "1 of 8 threads of orders are blocked in a join");
    }
}
