package dev.multipool.pools;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What a pool knows of a thread while it serves; confined to that thread. */
final class TaskContext {

    private static final ThreadLocal<@Nullable TaskContext> CURRENT = new ThreadLocal<>();

    private final String poolName;
    private final Ledger ledger;
    private final NanoClock clock;
    private WaitScope[] scopes = new WaitScope[0];
    private int open;
    private long sinceNanos;

    TaskContext(String poolName, Ledger ledger, NanoClock clock) {
        this.poolName = poolName;
        this.ledger = ledger;
        this.clock = clock;
    }

    /** The context of the current thread, or null when it serves no pool. */
    static @Nullable TaskContext current() {
        return CURRENT.get();
    }

    /** Makes this the context of the current thread and returns the one before. */
    @Nullable
    TaskContext enter() {
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

    String poolName() {
        return poolName;
    }

    /** Forgets the scopes that a task left open. */
    void taskEnded() {
        open = 0;
    }

    WaitScope open(WaitCause cause) {
        chargeInnermost();
        if (open == scopes.length) {
            scopes = Arrays.copyOf(scopes, open + 4);
            for (int i = open; i < scopes.length; i++) {
                scopes[i] = new WaitScope(this, i);
            }
        }
        WaitScope scope = scopes[open++];
        scope.cause = cause;
        return scope;
    }

    void close(WaitScope scope) {
        if (scope.depth < open) {
            chargeInnermost();
            open = scope.depth;
        }
    }

    private void chargeInnermost() {
        long now = clock.nanoTime();
        if (open > 0) {
            ledger.waited(scopes[open - 1].cause, now - sinceNanos);
        }
        sinceNanos = now;
    }
}
