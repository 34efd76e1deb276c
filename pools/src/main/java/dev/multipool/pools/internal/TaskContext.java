package dev.multipool.pools.internal;

import dev.multipool.pools.NanoClock;
import dev.multipool.pools.PoolTask;
import dev.multipool.pools.WaitCause;
import dev.multipool.pools.internal.ledger.Ledger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What a pool knows of a thread while it serves; confined to that thread. */
public final class TaskContext {

    private static final ThreadLocal<@Nullable TaskContext> CURRENT = new ThreadLocal<>();

    private final Ledger ledger;
    private final NanoClock clock;
    private final NanoClock time;
    /** By cause, in the order of the ledger's fields. */
    private final long[] waitedNanos = new long[WaitCause.values().length];

    private Scope[] scopes = new Scope[0];
    private int open;
    private boolean waited;
    private long sinceNanos;
    private long deadlineNanos = PoolTask.NO_DEADLINE;

    /**
     * @param clock what deadlines are given in
     * @param time the same, contained
     */
    public TaskContext(Ledger ledger, NanoClock clock, NanoClock time) {
        this.ledger = ledger;
        this.clock = clock;
        this.time = time;
    }

    /** The context of the current thread, or null when it serves no pool. */
    public static @Nullable TaskContext current() {
        return CURRENT.get();
    }

    /** Makes this the context of the current thread and returns the one before. */
    public @Nullable TaskContext enter() {
        TaskContext before = CURRENT.get();
        CURRENT.set(this);
        return before;
    }

    /** Gives the current thread back to the context before. */
    static void leave(@Nullable TaskContext before) {
        if (before == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(before);
        }
    }

    /** The deadline of the task that the current thread serves, if it has one and it is sooner than {@code deadline}. */
    public static long soonerDeadline(NanoClock clock, long deadline) {
        TaskContext context = CURRENT.get();
        boolean sooner = context != null
                && context.deadlineNanos != PoolTask.NO_DEADLINE
                && context.clock == clock
                && context.deadlineNanos - deadline < 0;
        return sooner ? context.deadlineNanos : deadline;
    }

    /** The thread begins to serve a task. */
    void taskStarts(long itsDeadlineNanos) {
        deadlineNanos = itsDeadlineNanos;
        Arrays.fill(waitedNanos, 0);
        waited = false;
        open = 0;
    }

    /** Forgets the task's deadline, and the scopes that it left open; how long it waited is known until the next one. */
    void taskEnded() {
        deadlineNanos = PoolTask.NO_DEADLINE;
        open = 0;
    }

    /** How long the task has waited for this cause in scopes that are closed. */
    public long waitedNanos(WaitCause cause) {
        return waitedNanos[Ledger.waitIndex(cause)];
    }

    /** Whether the task that was served last has waited, for whatever cause. */
    public boolean hasWaited() {
        return waited;
    }

    /**
     * The thread begins to wait.
     *
     * @param maker makes a scope when there is none to use again; the same for every call
     */
    @SuppressWarnings("unchecked") // every scope of this context comes from the same maker
    public <S extends Scope> S open(WaitCause cause, ScopeMaker<S> maker) {
        waited = true;
        chargeInnermost();
        if (open == scopes.length) {
            Scope[] more = Arrays.copyOf(scopes, open + 4);
            for (int i = open; i < more.length; i++) {
                more[i] = maker.make(this, i);
            }
            scopes = more;
        }
        Scope scope = scopes[open++];
        scope.cause = cause;
        return (S) scope;
    }

    private void close(Scope scope) {
        if (scope.depth < open) {
            chargeInnermost();
            open = scope.depth;
        }
    }

    private void chargeInnermost() {
        long now = time.nanoTime();
        if (open > 0) {
            WaitCause cause = scopes[open - 1].cause;
            waitedNanos[Ledger.waitIndex(cause)] += now - sinceNanos;
            ledger.waited(cause, now - sinceNanos);
        }
        sinceNanos = now;
    }

    /** One wait of a thread. The context uses it again for the next one, so that waiting allocates nothing. */
    public abstract static class Scope {

        private final @Nullable TaskContext context;
        private final int depth;
        private WaitCause cause = WaitCause.IO;

        /** Makes a scope of a context, or one that counts nothing. */
        protected Scope(@Nullable TaskContext context, int depth) {
            this.context = context;
            this.depth = depth;
        }

        /** The thread waits no longer; what encloses this scope counts again. */
        protected final void end() {
            if (context != null) {
                context.close(this);
            }
        }
    }

    /** Makes the scopes of a context. */
    @FunctionalInterface
    public interface ScopeMaker<S extends Scope> {

        /** Makes the scope that is open while {@code depth} others are. */
        S make(TaskContext context, int depth);
    }
}
