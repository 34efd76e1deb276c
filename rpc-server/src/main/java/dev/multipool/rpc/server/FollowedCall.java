package dev.multipool.rpc.server;

import dev.multipool.rpc.protocol.observe.ServerCallObserver.ObservedCall;
import dev.multipool.rpc.protocol.observe.ServerCallObserver.Scope;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call's observer at arm's length: whatever it throws is told, and costs the call nothing but its being followed.
 *
 * <p><b>Threads</b>: as {@link ObservedCall}.
 */
final class FollowedCall {
    private final ObservedCall observer;
    private final HandlerFailures failures;

    FollowedCall(ObservedCall observer, HandlerFailures failures) {
        this.observer = observer;
        this.failures = failures;
    }

    /** Runs a step of the call, with the calling thread working for it. */
    <T> T within(Supplier<T> step) {
        Scope scope = enter();
        try {
            return step.get();
        } finally {
            leave(scope);
        }
    }

    void tellAnswered(int code, String text) {
        try {
            observer.answered(code, text);
        } catch (Throwable t) {
            warnOfFailure(t);
        }
    }

    void tellDropped() {
        try {
            observer.dropped();
        } catch (Throwable t) {
            warnOfFailure(t);
        }
    }

    /** The calling thread works for the call until {@link #leave}; null when its observer does not say so. */
    @Nullable
    Scope enter() {
        try {
            return observer.enter();
        } catch (Throwable t) {
            warnOfFailure(t);
            return null;
        }
    }

    void leave(@Nullable Scope scope) {
        if (scope == null) {
            return;
        }
        try {
            scope.close();
        } catch (Throwable t) {
            warnOfFailure(t);
        }
    }

    private void warnOfFailure(Throwable thrown) {
        failures.warnBeside("the calls' observer failed", thrown);
    }
}
