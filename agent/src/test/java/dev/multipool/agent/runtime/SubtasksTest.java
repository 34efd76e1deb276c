package dev.multipool.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolKind;
import dev.multipool.pools.internal.ledger.Ledger;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SubtasksTest {

    private static final int WARM_UP = 20_000;
    private static final int TASKS = 100_000;

    private final Ledger ledger = new Ledger(NanoClock.system());
    private final Edges edges = new Edges();
    private final Waiters waiters = new Waiters();
    private final Subtasks subtasks = new Subtasks(edges, ledger, new Loans(edges, ledger));
    private final Node inner = new Node("inner", false);
    private final Node log = new Node("log", false);
    private final Object latch = new Object();

    @Test
    void aTaskThatSubmitsNothing_joinsNothing() {
        assertThat(subtasks.joinBegins(latch, latch, waiters, 0)).isFalse();
        subtasks.end();

        assertThat(edges.present()).isEmpty();
        assertThat(waiters.isEmpty()).isTrue();
    }

    @Test
    void aJoin_endsAPhase() {
        submit(inner, 4);
        join(latch, inner, 100);
        submit(inner, 3);
        join(latch, inner, 50);
        subtasks.end();

        assertThat(rows())
                .containsExactly("inner 0: 1 calls, 4 tasks, 1 wait 100", "inner 1: 1 calls, 3 tasks, 1 wait 50");
        assertThat(joinNanos()).isEqualTo(150);
        assertThat(waiters.isEmpty()).isTrue();
    }

    @Test
    void aFutureThatWasSubmittedItself_isKnown() {
        Object future = new Object();
        submit(log, 1);
        subtasks.submitted(inner, future);
        join(future, null, 30);
        subtasks.end();

        assertThat(rows()).containsExactly("log 0: 1 calls, 1 tasks, 0 wait 0", "inner 0: 1 calls, 1 tasks, 1 wait 30");
    }

    @Test
    void aWait_isForThosePoolsWhoseThreadsEndIt() {
        submit(log, 1);
        submit(inner, 2);
        join(latch, inner, 30);
        subtasks.end();

        assertThat(rows()).containsExactly("log 0: 1 calls, 1 tasks, 0 wait 0", "inner 0: 1 calls, 2 tasks, 1 wait 30");
    }

    @Test
    void aWaitThatNobodyIsSeenToEnd_isForAllOfThePhase() {
        submit(log, 1);
        submit(inner, 2);
        join(latch, null, 30);
        subtasks.end();

        assertThat(rows())
                .containsExactly("log 0: 1 calls, 1 tasks, 1 wait 15", "inner 0: 1 calls, 2 tasks, 1 wait 15");
        assertThat(joinNanos()).isEqualTo(30);
    }

    @Test
    void aWaitThatSomebodyOutsideEnds_isNoJoin() {
        submit(inner, 2);
        join(latch, Subtasks.OUTSIDE, 30);
        submit(inner, 1);
        subtasks.end();

        assertThat(rows()).containsExactly("inner 0: 1 calls, 3 tasks, 0 wait 0");
        assertThat(joinNanos()).isZero();
    }

    @Test
    void threadsPerTask_areOutside_andWaitedForAllTheSame() {
        submit(new Node("virtual", true), 2);
        join(latch, Subtasks.OUTSIDE, 30);
        subtasks.end();

        assertThat(rows()).containsExactly("virtual 0: 1 calls, 2 tasks, 1 wait 30");
    }

    @Test
    void whatWasTurnedAway_wasNotSubmitted() {
        submit(inner, 2);
        subtasks.turnedAway(inner);
        submit(log, 1);
        subtasks.turnedAway(log);
        subtasks.end();

        assertThat(rows()).containsExactly("inner 0: 1 calls, 1 tasks, 0 wait 0", "log 0: 0 calls, 0 tasks, 0 wait 0");
    }

    @Test
    void aJoinThatLasts_isSeenByOthers() {
        submit(inner, 1);
        subtasks.joinBegins(latch, latch, waiters, 5);

        assertThat(subtasks.heldOn(1_000_000_004)).isNull();
        assertThat(subtasks.heldOn(1_000_000_005)).isSameAs(edges.find(inner, 0));

        subtasks.joinEnds(waiters, 1_000_000_006);
        assertThat(subtasks.heldOn(2_000_000_005)).isNull();
    }

    @Test
    void submittingAndJoining_allocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Object task = new Object();
        for (int i = 0; i < WARM_UP; i++) {
            runCall(task);
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < TASKS; i++) {
            runCall(task);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(allocated / TASKS).isZero();
    }

    private void runCall(Object task) {
        subtasks.submitted(inner, task);
        join(latch, inner, 10);
        subtasks.submitted(log, task);
        join(task, null, 10);
        subtasks.end();
    }

    private void submit(Node to, int tasks) {
        for (int i = 0; i < tasks; i++) {
            subtasks.submitted(to, new Object());
        }
    }

    private void join(Object awaited, @Nullable Object releasedBy, long nanos) {
        if (!subtasks.joinBegins(awaited, awaited, waiters, 1000)) {
            throw new AssertionError("no join");
        }
        if (releasedBy != null) {
            waiters.released(awaited, releasedBy);
        }
        subtasks.joinEnds(waiters, 1000 + nanos);
    }

    private List<String> rows() {
        return edges.present().stream()
                .map(edge -> edge.to.name() + " " + edge.phase + ": " + edge.calls() + " calls, " + edge.tasks()
                        + " tasks, " + edge.waitingCalls() + " wait " + edge.joinNanos())
                .toList();
    }

    private long joinNanos() {
        PoolConfig config = PoolConfig.builder("outer")
                .kind(PoolKind.FIXED)
                .coreThreads(1)
                .maxThreads(1)
                .queue(10)
                .build();
        return ledger.snapshot(config, () -> -1).times().joinWaitNanos();
    }

    private record Node(String name, boolean hasThreadPerTask) implements PoolNode {
        @Override
        public boolean isInUse() {
            return true;
        }

        @Override
        public boolean lends() {
            return false;
        }

        @Override
        public boolean letsWait() {
            return true;
        }

        @Override
        public void waitedWhileHolding(PoolNode other, long nanos) {
            throw new AssertionError("nothing is lent here");
        }
    }
}
