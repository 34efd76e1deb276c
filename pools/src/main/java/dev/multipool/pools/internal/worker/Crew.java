package dev.multipool.pools.internal.worker;

import dev.multipool.pools.NotRunReason;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolKind;
import dev.multipool.pools.internal.Admission;
import dev.multipool.pools.internal.ThrownLog;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** The workers of a pool: how many there are and may be; adds those that are missing, and knows when the last one is gone. */
final class Crew {

    /*
     * Whoever queues a task calls: a worker is added when there are fewer workers than tasks in flight and than allowed;
     * else a parked one is woken, unless enough are searching already.
     *
     * A thread that can't be started (no memory, no native thread) is tried again after a while. A timer of the JVM does
     * that and not the next submitter, since there may be none. A worker that died is counted no more, and replaced in the
     * same way. Until then submitters start no thread: a start that fails is dear.
     */

    private static final ThrownLog LOG = new ThrownLog(Crew.class);
    /** How long after a failed start the next one is tried. */
    private static final long RETRY_MILLIS = 20;

    private final Admission admission;
    private final Backlog backlog;
    private final ThreadFactory threads;
    private final Supplier<CrewMember> newWorker;
    private final boolean cpuMeasured;
    private final TaskSearch search;
    private final Roster roster = new Roster();
    private final AtomicInteger workers = new AtomicInteger();
    private final AtomicBoolean retrying = new AtomicBoolean();
    private final CountDownLatch terminated = new CountDownLatch(1);
    private volatile boolean threadsMissing;
    private volatile PoolConfig config;

    Crew(
            PoolConfig config,
            Admission admission,
            Backlog backlog,
            ThreadFactory threads,
            Supplier<CrewMember> newWorker) {
        this.config = config;
        this.admission = admission;
        this.backlog = backlog;
        this.threads = threads;
        this.newWorker = newWorker;
        boolean virtual = config.kind() == PoolKind.VIRTUAL;
        this.cpuMeasured = !virtual && ThreadCpu.isSupported();
        this.search = new TaskSearch(virtual ? IdleStrategy.END : IdleStrategy.YIELD_THEN_PARK);
    }

    /** The pool's configuration, with the bounds that hold now. */
    PoolConfig config() {
        return config;
    }

    /** The pool's bounds were changed: surplus workers end, missing ones are made. */
    void resize(PoolConfig after) {
        config = after;
        lookAgain();
    }

    TaskSearch search() {
        return search;
    }

    int size() {
        return workers.get();
    }

    boolean isShut() {
        return admission.isShut();
    }

    boolean measuresCpu() {
        return cpuMeasured;
    }

    /** Sees to it that a worker takes the task that was just queued. */
    void call() {
        if (workers.get() < config.maxThreads() && addWorker()) {
            return;
        }
        search.wakeOne();
    }

    /** The same for so many tasks. */
    void call(int tasks) {
        for (int i = 0; i < tasks; i++) {
            call();
        }
    }

    /** Lets every worker look for a task, and adds those that are missing. */
    void lookAgain() {
        search.wakeAll();
        addMissing();
    }

    void interruptAll() {
        roster.interruptAll();
    }

    /** CPU time in service, or -1 where it is not measured. */
    long cpuNanos() {
        return cpuMeasured ? roster.cpuNanos() : -1;
    }

    /** The pool was shut, or is empty since: parked workers look for a reason to end. */
    void endIdle() {
        search.wakeAll();
        endIfDone();
    }

    /** Terminates the pool if it is stopped, empty, and has no worker that lives, is being made, or is about to end. */
    private void endIfDone() {
        if (admission.isOver() && workers.get() == 0 && roster.isEmpty()) {
            terminated.countDown();
        }
    }

    boolean isTerminated() {
        return terminated.getCount() == 0;
    }

    /** Waits until the pool is stopped, empty and without a worker; returns false when the time is over first. */
    boolean awaitTerminated(long timeout, TimeUnit unit) throws InterruptedException {
        return terminated.await(timeout, unit);
    }

    /** Takes the calling worker out of the count if there are more than {@code kept}. */
    boolean retireIfMoreThan(int kept) {
        for (int now = workers.get(); now > kept; now = workers.get()) {
            if (workers.compareAndSet(now, now - 1)) {
                return true;
            }
        }
        return false;
    }

    /** Takes a worker that can't go on out of the count, and has it replaced if need be. */
    void replaceOne() {
        workers.decrementAndGet();
        retryLater();
    }

    /** The thread of a worker that is counted no more is about to end. */
    void remove(CrewMember worker) {
        roster.remove(worker);
        if (!backlog.isEmpty()) {
            call();
        }
        endIfDone();
    }

    /** Adds workers until there are as many as tasks need, or as many as can be had. */
    private void addMissing() {
        for (int missing = admission.threadsNeeded() - workers.get(); missing > 0 && addWorker(); missing--) {
            call();
        }
    }

    private boolean addWorker() {
        while (true) {
            int now = workers.get();
            if (now >= config.maxThreads() || now >= admission.threadsNeeded() || retrying.get()) {
                return false;
            }
            if (workers.compareAndSet(now, now + 1)) {
                // while we looked, others may have served the last task and the pool may have ended
                if (admission.isOver()) {
                    workers.decrementAndGet();
                    endIfDone();
                    return false;
                }
                return startWorker();
            }
        }
    }

    private boolean startWorker() {
        CrewMember worker = null;
        try {
            worker = newWorker.get();
            Thread thread = Objects.requireNonNull(threads.newThread(worker), "thread");
            worker.thread(thread);
            roster.add(worker);
            thread.start();
            threadsMissing = false;
            return true;
        } catch (Throwable e) {
            if (worker != null) {
                roster.remove(worker);
            }
            workers.decrementAndGet();
            if (!threadsMissing) {
                threadsMissing = true;
                LOG.warn(config.name(), "no thread for a queued task; it is tried again", e);
            }
            retryLater();
            endIfDone();
            return false;
        }
    }

    /** Lets a timer add the workers that are missing. */
    private void retryLater() {
        if (retrying.compareAndSet(false, true)) {
            try {
                CompletableFuture.delayedExecutor(RETRY_MILLIS, TimeUnit.MILLISECONDS, Runnable::run)
                        .execute(this::retry);
            } catch (Throwable e) {
                retrying.set(false);
                LOG.warn(config.name(), "no timer to try for a thread again", e);
                dropWithoutWorkers();
            }
        }
    }

    /** Without a thread and without a timer nobody would come for the tasks, unless another one is submitted. */
    private void dropWithoutWorkers() {
        try {
            if (workers.get() == 0) {
                backlog.skipAll(NotRunReason.NO_THREAD);
            }
        } catch (OutOfMemoryError e) {
            LOG.warn(config.name(), "queued tasks wait for the next one", e);
        }
    }

    /** Called by the timer. Whoever comes in from now on adds a worker by itself again. */
    private void retry() {
        retrying.set(false);
        addMissing();
        if (workers.get() == 0) {
            expireQueued();
        }
    }

    /** A task that waits for a thread in vain is told so when its time is over. */
    private void expireQueued() {
        try {
            backlog.expire();
        } catch (Throwable e) {
            LOG.warn(config.name(), "queued tasks may wait for longer than they want", e);
        }
        // a worker that came meanwhile may have found the queue empty
        if (workers.get() > 0) {
            lookAgain();
        }
    }
}
