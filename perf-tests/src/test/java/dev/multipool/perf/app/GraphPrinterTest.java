package dev.multipool.perf.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.capacity.calibration.TaskShape;
import dev.multipool.laboratory.process.WaitGraph.Cycle;
import dev.multipool.laboratory.process.WaitGraph.PoolInCycle;
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
        PoolInCycle mail = new PoolInCycle("mail", 2, 2, 2);
        PoolInCycle orders = new PoolInCycle("orders", 1, 1, 8);

        assertThat(GraphPrinter.words(new Cycle(List.of(mail, orders), false)))
                .isEqualTo(
                        "WARNING: mail and orders wait for each other: once all their threads wait, they wait forever");
        assertThat(GraphPrinter.words(new Cycle(List.of(mail), false)))
                .isEqualTo(
                        "WARNING: tasks of mail wait for tasks of mail: once all their threads wait, they wait forever");
        assertThat(GraphPrinter.words(new Cycle(List.of(mail, orders), true)))
                .isEqualTo(
                        "DEADLOCK: mail and orders wait for each other: 2 of 2 threads of mail are blocked in a join, "
                                + "1 of 8 threads of orders are blocked in a join");
    }
}
