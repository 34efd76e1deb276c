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
            if (isRequested()) {
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
                if (isRequested()) {
                    // what follows has to be written, and an interrupted thread can't write files
                    Thread.interrupted();
                }
            }
        }
    }

    /**
     * Also when our part of the shutdown has not begun. The parts run at the same time:
     * <pre>
     *   hook "kill-server"          measuring                     hook "interruption"
     *   the server ends
     *                               its run fails: requested?
     *                                                             requested = true
     * </pre>
     */
    synchronized boolean isRequested() {
        requested = requested || isJvmEnding();
        return requested;
    }

    private static boolean isJvmEnding() {
        try {
            // of a thread that is none of the hooks it changes nothing, and is refused once they run
            Runtime.getRuntime().removeShutdownHook(new Thread("no hook"));
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
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
