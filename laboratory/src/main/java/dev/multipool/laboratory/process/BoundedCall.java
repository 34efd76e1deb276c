package dev.multipool.laboratory.process;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A call of something that may never answer: it runs in a thread of its own, and is given up after a time. */
public final class BoundedCall {
    private BoundedCall() {}

    /**
     * What the call returns.
     *
     * @param thread its name
     * @throws ExecutionException with whatever the call throws
     * @throws TimeoutException when it takes longer; it is interrupted then, and nobody waits for it any more
     */
    public static <T> T within(Duration atMost, String thread, Callable<T> call)
            throws ExecutionException, TimeoutException, InterruptedException {
        FutureTask<T> task = new FutureTask<>(call);
        Thread worker = new Thread(task, thread);
        worker.setDaemon(true);
        worker.start();
        try {
            return task.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            // nothing happens to one that is done
            task.cancel(true);
        }
    }

    /** The same for a call whose failures are nobody's concern. */
    public static void quietly(Duration atMost, String thread, Callable<?> call) {
        try {
            within(atMost, thread, call);
        } catch (ExecutionException | TimeoutException e) {
            // as it was said
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
