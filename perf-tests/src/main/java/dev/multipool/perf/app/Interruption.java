package dev.multipool.perf.app;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ctrl-C, or SIGTERM, while runs are made: the experiment ends where it is, and the JVM ends once what was measured so
 * far is written.
 *
 * <p><b>Threads:</b> one measures; the JVM's shutdown runs in another and waits for it, for a bounded time.
 */
final class Interruption implements AutoCloseable {
    /** To end the processes of a run and to write a result takes a few seconds. */
    private static final Duration TIME_TO_END = Duration.ofSeconds(30);

    private final Thread hook = new Thread(this::interrupt, "interruption");
    private final CountDownLatch written = new CountDownLatch(1);

    // guarded by this
    private @Nullable Thread measuring;
    private boolean requested;

    private Interruption() {}

    /** From now on until it is closed. */
    static Interruption watch() {
        Interruption interruption = new Interruption();
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    /** What makes runs and judges them. */
    @FunctionalInterface
    interface Measuring<T> {
        T run() throws InterruptedException;
    }

    /** Measures in the caller's thread; empty when that was interrupted. */
    <T> Optional<T> measure(Measuring<T> experiment) throws InterruptedException {
        synchronized (this) {
            if (requested) {
                return Optional.empty();
            }
            measuring = Thread.currentThread();
        }
        try {
            return Optional.of(experiment.run());
        } catch (InterruptedException | RuntimeException e) {
            // the processes of a run are ended at the same time, so it may fail in more ways than one
            if (!isRequested()) {
                throw e;
            }
            return Optional.empty();
        } finally {
            synchronized (this) {
                measuring = null;
                if (requested) {
                    // what follows has to be written, and an interrupted thread can't write files
                    Thread.interrupted();
                }
            }
        }
    }

    synchronized boolean isRequested() {
        return requested;
    }

    private void interrupt() {
        synchronized (this) {
            requested = true;
            if (measuring != null) {
                measuring.interrupt();
            }
        }
        try {
            written.await(TIME_TO_END.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Everything is written: the JVM may end. */
    @Override
    public void close() {
        written.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // this JVM is ending, which is what it waited for
        }
    }
}
