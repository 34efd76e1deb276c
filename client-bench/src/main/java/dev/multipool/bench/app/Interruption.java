package dev.multipool.bench.app;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Makes Ctrl-C end the run, not the process: the JVM's shutdown waits, bounded, until the partial result is printed.
 */
final class Interruption {
    private static final Duration DRAIN_BOUND = Duration.ofSeconds(8);

    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook;

    private Interruption(Runnable stop, Duration callTimeout) {
        Duration bound = callTimeout.plus(DRAIN_BOUND);
        this.hook = new Thread(
                () -> {
                    stop.run();
                    awaitDone(bound);
                },
                "stop-on-signal");
    }

    static Interruption stopping(Runnable stop, Duration callTimeout) {
        Interruption interruption = new Interruption(stop, callTimeout);
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    private void awaitDone(Duration bound) {
        try {
            if (!done.await(bound.toNanos(), TimeUnit.NANOSECONDS)) {
                System.err.println("the run did not end within " + bound + " after the signal; its result is lost");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The result is out: the process may end. */
    void finished() {
        done.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the shutdown is under way, and waits for us no longer
            return;
        }
    }
}
