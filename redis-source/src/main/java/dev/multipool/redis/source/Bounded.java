package dev.multipool.redis.source;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs code that may hang (Testcontainers against a sick engine) on a thread that can be left behind. */
final class Bounded {
    private Bounded() {}

    /**
     * Calls and waits at most so long; what hangs longer is interrupted and left to its daemon thread.
     *
     * @throws TimeoutException when the limit passed
     */
    static <T> T call(String name, Duration limit, Callable<T> body)
            throws TimeoutException, ExecutionException, InterruptedException {
        FutureTask<T> task = new FutureTask<>(body);
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } finally {
            // No effect on a task that is done.
            task.cancel(true);
        }
    }
}
