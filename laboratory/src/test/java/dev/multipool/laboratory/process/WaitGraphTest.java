package dev.multipool.laboratory.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.multipool.capacity.calibration.TaskShape;
import dev.multipool.laboratory.process.PoolEdge.Counts;
import dev.multipool.laboratory.process.PoolEdge.Held;
import dev.multipool.laboratory.process.PoolLedger.Tasks;
import dev.multipool.laboratory.process.PoolLedger.ThreadTime;
import dev.multipool.laboratory.process.WaitGraph.HeldWait;
import dev.multipool.laboratory.process.WaitGraph.Lease;
import dev.multipool.laboratory.process.WaitGraph.Link;
import dev.multipool.pools.WaitCycles.Cycle;
import dev.multipool.pools.WaitCycles.Member;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitGraphTest {

    private static final Held NONE = new Held(0, 1, 4);

    @Test
    void aWindow_hasWhatCameBetweenTwoReadings() {
        List<PoolEdge> before = List.of(edge("web", "orders", 0, 100, 300, 100, 9));
        List<PoolEdge> after =
                List.of(edge("web", "orders", 0, 110, 330, 105, 10), edge("web", "orders", 1, 10, 20, 0, 0));

        assertThat(WaitGraph.of(before, after, List.of()).links())
                .containsExactly(new Link("web", "orders", 5, 0.5, 100));
    }

    @Test
    void calls_areWhatPoolsWaitFor_oneAfterTheOther() {
        List<PoolEdge> edges = List.of(
                edge("common", "select", 1, 50, 150, 50, 1),
                edge("common", "select", 0, 50, 200, 50, 1),
                edge("web", "common", 0, 10, 50, 10, 1),
                edge("web", "log", 1, 10, 10, 0, 0),
                edge("web", "rare", 1, 1, 10, 1, 1));

        List<WaitGraph.Call> calls = WaitGraph.of(
                        List.of(),
                        edges,
                        List.of(ledger("web", 1, 9, 0), ledger("common", 2, 8, 0), ledger("select", 1, 0, 9)))
                .calls();

        TaskShape common = new TaskShape(
                "common",
                5,
                0,
                false,
                List.of(
                        new TaskShape("select", 4, 0, true, List.of()),
                        new TaskShape("select", 3, 0, true, List.of())));
        assertThat(calls)
                .extracting(WaitGraph.Call::shape)
                .containsExactly(new TaskShape("web", 1, 0, false, List.of(common)));
        // ten tasks of each pool: 100 ms, 5 times 200 ms, and 35 times 100 ms
        assertThat(calls.get(0).profile().allCpuMillis()).isCloseTo(4600, within(1e-6));
        // and the two groups' waits of 900 ms
        assertThat(calls.get(0).profile().holdingMillis()).isCloseTo(100 + 200 + 2 * (100 + 900), within(1e-6));
    }

    @Test
    void poolsThatWaitForEachOther_areACycle_andNoCall() {
        WaitGraph graph = WaitGraph.of(
                List.of(),
                List.of(
                        edge("web", "orders", 0, 10, 10, 10, 1),
                        edge("orders", "mail", 0, 10, 10, 10, 1),
                        edge("mail", "orders", 0, 1, 1, 1, 1),
                        edge("mail", "log", 0, 1, 1, 1, 1)),
                List.of());

        assertThat(graph.cycles())
                .containsExactly(new Cycle(
                        List.of(new Member("mail", 0, 1, 4, false), new Member("orders", 0, 1, 4, false)), false));
        assertThat(graph.calls()).isEmpty();
    }

    @Test
    void tasksThatAreOnlyHandedOver_makeNoCycle() {
        WaitGraph graph = WaitGraph.of(
                List.of(),
                List.of(edge("orders", "mail", 0, 10, 10, 10, 1), edge("mail", "orders", 0, 10, 10, 0, 0)),
                List.of());

        assertThat(graph.cycles()).isEmpty();
    }

    @Test
    void aCycle_isStuck_whenAllItDoesIsWaiting_andAPoolHasNoThreadLeft() {
        Counts nothingEnded = new Counts(0, 0, 0, 0);
        PoolEdge small = new PoolEdge("small", "large", 0, nothingEnded, new Held(2, 2, 2));
        PoolEdge large = new PoolEdge("large", "small", 0, nothingEnded, new Held(2, 2, 8));
        PoolEdge largeAtWork = new PoolEdge("large", "small", 0, nothingEnded, new Held(2, 3, 8));

        assertThat(WaitGraph.of(List.of(), List.of(small, large), List.of()).cycles())
                .containsExactly(new Cycle(
                        List.of(new Member("large", 2, 2, 8, false), new Member("small", 2, 2, 2, false)), true));
        assertThat(WaitGraph.of(List.of(), List.of(small, largeAtWork), List.of())
                        .cycles())
                .extracting(Cycle::isStuck)
                .containsExactly(false);
    }

    @Test
    void leases_areHeldByTheTasksOfACall_andMayCloseACycle() {
        PoolEdge borrows = new PoolEdge("web", "db", 0, new Counts(10, 20, 10, 0.05, 0.4), NONE, PoolEdge.Kind.BORROWS);
        PoolEdge held =
                new PoolEdge("db", "db", 0, new Counts(10, 10, 10, 0.03), NONE, PoolEdge.Kind.WAITS_WHILE_HOLDING);

        WaitGraph graph = WaitGraph.of(
                List.of(),
                List.of(edge("web", "parts", 0, 10, 50, 10, 1), borrows, held),
                List.of(ledger("web", 1, 9, 0), ledger("parts", 2, 0, 0)));

        assertThat(graph.leases()).containsExactly(new Lease("web", "db", 2, 5, 40));
        assertThat(graph.heldWaits()).containsExactly(new HeldWait("db", "db", 10, 3));
        assertThat(graph.links()).extracting(Link::to).containsExactly("parts");
        assertThat(graph.calls())
                .extracting(WaitGraph.Call::shape)
                .containsExactly(new TaskShape(
                        "web",
                        1,
                        0,
                        false,
                        List.of(new TaskShape("parts", 5, 0, false, List.of())),
                        // of 1 s of CPU time, 0.4 s while a connection is held
                        List.of(new TaskShape.Lease("db", 1, 0.4))));
        assertThat(graph.cycles()).containsExactly(new Cycle(List.of(new Member("db", 0, 1, 4, true)), false));
    }

    @Test
    void aPoolThatWaitsForItself_isACycle() {
        PoolEdge own = new PoolEdge("orders", "orders", 0, new Counts(0, 0, 0, 0), new Held(4, 4, 4));

        assertThat(WaitGraph.of(List.of(), List.of(own), List.of()).cycles())
                .containsExactly(new Cycle(List.of(new Member("orders", 4, 4, 4, false)), true));
    }

    private static PoolEdge edge(
            String from, String to, int phase, long calls, long tasks, long waitingCalls, double joinSeconds) {
        return new PoolEdge(from, to, phase, new Counts(calls, tasks, waitingCalls, joinSeconds), NONE);
    }

    private static PoolLedger ledger(String pool, double cpuSeconds, double joinSeconds, double otherSeconds) {
        return new PoolLedger(
                pool,
                "fixed:threads=4,queue=10",
                10,
                new Tasks(10, 0, 0, 0, null),
                new ThreadTime(
                        cpuSeconds + joinSeconds + otherSeconds, cpuSeconds, joinSeconds, 0, 0, otherSeconds, 0));
    }
}
