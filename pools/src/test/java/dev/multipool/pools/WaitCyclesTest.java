package dev.multipool.pools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.pools.WaitCycles.Cycle;
import dev.multipool.pools.WaitCycles.Member;
import dev.multipool.pools.WaitCycles.Wait;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitCyclesTest {

    @Test
    void poolsThatWaitForEachOther_areOneCycle_withoutThoseBeforeAndBehind() {
        List<Wait> waits = List.of(
                new Wait("web", "orders", 0, 3, 8),
                new Wait("orders", "mail", 0, 2, 4),
                new Wait("mail", "stock", 0, 2, 4),
                new Wait("stock", "orders", 0, 1, 4),
                new Wait("stock", "log", 0, 1, 4));

        List<Cycle> cycles = WaitCycles.find(waits);

        assertThat(cycles).extracting(Cycle::names).containsExactly(List.of("mail", "orders", "stock"));
        assertThat(cycles.get(0).words())
                .isEqualTo("mail and orders and stock wait for each other: once all their threads wait, nothing moves");
    }

    @Test
    void twoCycles_areTold_each() {
        List<Wait> waits = List.of(
                new Wait("a", "b", 0, 0, 1),
                new Wait("b", "a", 0, 0, 1),
                new Wait("b", "c", 0, 0, 1),
                new Wait("c", "c", 0, 0, 1));

        assertThat(WaitCycles.find(waits)).extracting(Cycle::names).containsExactly(List.of("a", "b"), List.of("c"));
    }

    @Test
    void waitsWithoutACycle_areFine() {
        assertThat(WaitCycles.find(List.of(new Wait("a", "b", 4, 4, 4), new Wait("b", "c", 4, 4, 4))))
                .isEmpty();
    }

    @Test
    void aPoolThatNeverRunsOut_endsTheCycle() {
        List<Wait> waits = List.of(new Wait("a", "b", 0, 1, 4), new Wait("b", "a", 0, 1, PoolConfig.MAX_THREADS));

        assertThat(WaitCycles.find(waits)).isEmpty();
    }

    @Test
    void aCycle_isStuck_whenAllItDoesIsWaiting_andAPoolHasNothingLeft() {
        Wait small = new Wait("small", "large", 2, 2, 2);

        assertThat(WaitCycles.find(List.of(small, new Wait("large", "small", 2, 2, 8))))
                .containsExactly(new Cycle(
                        List.of(new Member("large", 2, 2, 8, false), new Member("small", 2, 2, 2, false)), true));
        assertThat(WaitCycles.find(List.of(small, new Wait("large", "small", 2, 3, 8))))
                .extracting(Cycle::isStuck)
                .containsExactly(false);
    }

    @Test
    void connections_areHeldByTasksThatWaitForMore() {
        assertThat(WaitCycles.find(List.of(new Wait("db", "db", 1, 2, 2, true))))
                .extracting(Cycle::words)
                .containsExactly("tasks that hold a connection of db wait for another one of db: "
                        + "once all connections are held so, nothing moves");
        assertThat(WaitCycles.find(List.of(new Wait("db", "db", 2, 2, 2, true))))
                .extracting(Cycle::words)
                .containsExactly("tasks that hold a connection of db wait for another one of db: "
                        + "2 of 2 connections of db are lent to tasks that wait");
        assertThat(WaitCycles.find(List.of(new Wait("db", "parts", 0, 2, 2, true), new Wait("parts", "db", 0, 2, 4))))
                .extracting(Cycle::words)
                .containsExactly("db and parts wait for each other: "
                        + "once all their threads and connections are held so, nothing moves");
    }
}
