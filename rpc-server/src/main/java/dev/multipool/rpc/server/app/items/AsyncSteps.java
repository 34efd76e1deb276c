package dev.multipool.rpc.server.app.items;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The steps of one call that no thread waits for. With the first step that fails the call has ended: nothing more is
 * begun, and what is under way is cancelled.
 *
 * <p><b>Threads</b>: any.
 *
 * @param <R> the call's result
 */
final class AsyncSteps<R> {
    private final Beginning beginning;
    private final CompletableFuture<R> end = new CompletableFuture<>();

    /** Runs what begins a step, on whatever thread ended the step before: {@link dev.multipool.rpc.server.CallContext#within}. */
    @FunctionalInterface
    interface Beginning {
        <T> T of(Supplier<T> step);
    }

    AsyncSteps(Beginning beginning) {
        this.beginning = beginning;
    }

    /** Begins a step unless the call has ended. */
    <T> CompletionStage<T> begin(Supplier<? extends CompletionStage<T>> step) {
        if (end.isDone()) {
            return CompletableFuture.failedFuture(new CancellationException("the call has ended"));
        }
        CompletableFuture<T> begun;
        try {
            begun = beginning.of(step).toCompletableFuture();
        } catch (Throwable t) {
            end.completeExceptionally(t);
            return CompletableFuture.failedFuture(t);
        }
        // in this order: the failure that ends the call is the step's own, not the cancellation of another
        var unusedStep = begun.whenComplete((result, failure) -> {
            if (failure != null) {
                end.completeExceptionally(failure);
            }
        });
        var unusedEnd = end.whenComplete((result, failure) -> begun.cancel(false));
        return begun;
    }

    /** Ends the call with its last stage, or with the failure of the first step that failed. */
    CompletionStage<R> endWith(CompletionStage<R> last) {
        var unused = last.whenComplete((result, failure) -> {
            if (failure != null) {
                end.completeExceptionally(failure);
            } else {
                end.complete(result);
            }
        });
        return end;
    }
}
