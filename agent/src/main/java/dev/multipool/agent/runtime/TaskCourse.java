package dev.multipool.agent.runtime;

import dev.multipool.pools.internal.ledger.Ledger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a task does with other pools from its beginning to its end: what it submits and borrows, and how it waits for that. It is
 * used for one task after the other.
 *
 * <p><b>Threads:</b> the task's own one, but for {@link #heldOn} and {@link #forEachLender}, which any may call.
 */
final class TaskCourse {

    private final PoolNode pool;
    private final Loans loans;
    private final Subtasks subtasks;

    TaskCourse(PoolNode pool, Edges edges, Ledger ledger) {
        this.pool = pool;
        this.loans = new Loans(edges, ledger);
        this.subtasks = new Subtasks(edges, ledger, loans);
    }

    /** Whose task it is. */
    PoolNode pool() {
        return pool;
    }

    /** What the task has others do. */
    Subtasks subtasks() {
        return subtasks;
    }

    /** What the task has borrowed. */
    Loans loans() {
        return loans;
    }

    /** Whether the task waits for another one, or for something to be lent: both are told as they are. */
    boolean isWaiting() {
        return loans.isAsking() || subtasks.isJoining();
    }

    /** The task has ended. */
    void end(long now) {
        subtasks.end();
        loans.end(now);
    }

    /** What the task has been waiting for, if that has lasted long. */
    @Nullable
    Edge heldOn(long now) {
        Edge asked = loans.heldOn(now);
        return asked == null ? subtasks.heldOn(now) : asked;
    }

    /** Tells of each thing that the task holds which pool has lent it. */
    void forEachLender(Consumer<PoolNode> reader) {
        for (Edge loan : loans.lenders()) {
            if (loan != null) {
                reader.accept(loan.to);
            }
        }
    }
}
