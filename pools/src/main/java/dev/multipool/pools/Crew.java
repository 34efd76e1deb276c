package dev.multipool.pools;

import dev.multipool.pools.TaskContext.JoinWait;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** The workers of a pool: makes, wakes, parks and retires them. */
final class Crew {

    /*
     * Whoever queues a task calls: a worker is added when there are fewer workers than tasks in flight and than allowed;
     * else a parked one is woken, unless enough are awake and searching already. A searching worker that finds a task
     * stops searching and, if more are queued, calls in turn. So wake-ups spread from worker to worker, and a burst of
     * short tasks does not wake the whole pool.
     *
     * Tasks that wait (for subtasks, for Redis) are another matter: what they wait for begins sooner, and goes out
     * together, when as many workers as tasks are awake. While a pool's tasks wait, each queued one wakes a worker, and a
     * worker without work parks at once: the cores have others to run. Measured: docs/experiments/query-items-cost.md.
     *
     * No wake-up is lost: a submitter first queues, then looks at the workers; a worker first stops searching, joins the
     * idle ones or leaves the count, then looks at the queue. Whichever comes second sees the other.
     *
     * A worker whose queue is empty looks again after giving way to other threads, SPINS times, since parking and being
     * woken cost much more than that.
     *
     * A thread that can't be started (no memory, no native thread) is tried again after a while. A timer of the JVM does
     * that and not the next submitter, since there may be none. A worker that died is counted no more, and replaced in the
     * same way. Until then submitters start no thread: a start that fails is dear.
     */

    private static final ThrownLog LOG = new ThrownLog(Crew.class);
    private static final int SPINS = 2;
    /** A pool of which one task in so many waits is one whose tasks wait. */
    private static final int TASKS_UNTIL_NONE_WAITS = 64;
    /** How long after a failed start the next one is tried. */
    private static final long RETRY_MILLIS = 20;

    private static final long NO_TIME = Long.MIN_VALUE;

    private final WorkerPool pool;
    private final NanoClock time;
    private final TaskQueue queue;
    private final Admission admission;
    private final Ledger ledger;
    private final ThreadFactory threads;
    private final boolean virtual;
    private final boolean cpuMeasured;
    private final IdleWorkers idle = new IdleWorkers();
    private final Roster roster = new Roster();
    private final AtomicInteger workers = new AtomicInteger();
    private final AtomicInteger searching = new AtomicInteger();
    private final int mostSearching = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    private final AtomicBoolean retrying = new AtomicBoolean();
    private volatile boolean threadsMissing;
    private volatile boolean tasksWait;

    Crew(WorkerPool pool, NanoClock time, TaskQueue queue, Admission admission, Ledger ledger, ThreadFactory threads) {
        this.pool = pool;
        this.time = time;
        this.queue = queue;
        this.admission = admission;
        this.ledger = ledger;
        this.threads = threads;
        PoolConfig config = pool.config();
        this.virtual = config.kind() == PoolKind.VIRTUAL;
        this.cpuMeasured = !virtual && ThreadCpu.isSupported();
        if (virtual) {
            ledger.workers(config.maxThreads(), time.nanoTime());
        }
    }

    /** Sees to it that a worker takes the task that was just queued. */
    void call() {
        if (workers.get() < pool.config().maxThreads() && addWorker()) {
            return;
        }
        while (!idle.isEmpty()) {
            int now = searching.get();
            if (now >= mostSearching && !tasksWait) {
                return;
            }
            if (searching.compareAndSet(now, now + 1)) {
                Worker worker = idle.pop();
                if (worker == null) {
                    searching.decrementAndGet();
                } else {
                    LockSupport.unpark(worker.thread());
                    return;
                }
            }
        }
    }

    /** The pool's bounds were changed: surplus workers end, missing ones are made. */
    void resized(PoolConfig before, PoolConfig after) {
        if (virtual) {
            ledger.workers(after.maxThreads() - before.maxThreads(), time.nanoTime());
        }
        lookAgain();
    }

    /** Lets every worker look for a task, and adds those that are missing. */
    void lookAgain() {
        wakeAll();
        addMissing();
    }

    /**
     * Lets every parked worker look for work, or for a reason to end. The oldest first, and as many as there were: one that
     * finds nothing parks again at once, as the newest, and must not be taken again, and again.
     */
    void wakeAll() {
        for (int n = idle.size(); n > 0; n--) {
            Worker worker = idle.popOldest();
            if (worker == null) {
                return;
            }
            searching.incrementAndGet();
            LockSupport.unpark(worker.thread());
        }
    }

    void interruptAll() {
        roster.interruptAll();
    }

    /** Whether no worker lives, nor is being made, nor is about to end. */
    boolean isEmpty() {
        return workers.get() == 0 && roster.isEmpty();
    }

    /** CPU time in service, or -1 where it is not measured. */
    long cpuNanos() {
        return cpuMeasured ? roster.cpuNanos() : -1;
    }

    /** The joins that the workers wait in now. */
    Set<JoinWait> joinWaits() {
        return roster.joinWaits();
    }

    /** The life of a worker: called by its thread. */
    void work(Worker worker) {
        boolean retired = false;
        if (!virtual) {
            ledger.workers(1, time.nanoTime());
        }
        try {
            serveUntilRetired(worker);
            retired = true;
        } catch (Throwable e) {
            LOG.warn(pool.config().name(), "a thread ends, and is replaced if need be", e);
        } finally {
            try {
                if (!retired) {
                    giveUp(worker);
                }
            } finally {
                leave(worker);
            }
        }
    }

    /** What the end of a thread always does, whatever was thrown before. */
    private void leave(Worker worker) {
        try {
            if (!virtual) {
                ledger.workers(-1, time.nanoTime());
            }
        } finally {
            roster.remove(worker);
            if (!queue.isEmpty()) {
                call();
            }
            pool.endIfDone();
        }
    }

    private void serveUntilRetired(Worker worker) {
        if (cpuMeasured) {
            worker.cpu = new CpuAccount();
        }
        TaskContext context = pool.newContext();
        context.enter();
        worker.context = context;
        // a task that is taken right after another one starts when that one ended: one reading of the clock for both
        long nowNanos = NO_TIME;
        boolean alive = true;
        while (alive) {
            if (queue.poll(worker.slot)) {
                if (worker.searching) {
                    endSearch(worker);
                    nowNanos = NO_TIME;
                }
                nowNanos = pool.serve(worker.slot, context, nowNanos == NO_TIME ? time.nanoTime() : nowNanos);
                learn(worker, context.hasWaited());
                alive = !retireIfMoreThan(pool.config().maxThreads());
            } else {
                alive = awaitTask(worker);
                nowNanos = NO_TIME;
            }
        }
    }

    /** Takes a worker that can't go on, for whatever reason, out of all counts. */
    private void giveUp(Worker worker) {
        if (!idle.remove(worker) && worker.woken) {
            worker.searching = true;
        }
        if (worker.searching) {
            searching.decrementAndGet();
        }
        try {
            if (worker.slot.task != null) {
                pool.drop(worker.slot);
            }
        } finally {
            workers.decrementAndGet();
            retryLater();
        }
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
            if (now >= pool.config().maxThreads() || now >= admission.threadsNeeded() || retrying.get()) {
                return false;
            }
            if (workers.compareAndSet(now, now + 1)) {
                // while we looked, others may have served the last task and the pool may have ended
                if (admission.isOver()) {
                    workers.decrementAndGet();
                    pool.endIfDone();
                    return false;
                }
                return startWorker();
            }
        }
    }

    private boolean startWorker() {
        Worker worker = null;
        try {
            worker = new Worker(this);
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
                LOG.warn(pool.config().name(), "no thread for a queued task; it is tried again", e);
            }
            retryLater();
            pool.endIfDone();
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
                LOG.warn(pool.config().name(), "no timer to try for a thread again", e);
                dropWithoutWorkers();
            }
        }
    }

    /** Without a thread and without a timer nobody would come for the tasks, unless another one is submitted. */
    private void dropWithoutWorkers() {
        try {
            if (workers.get() == 0) {
                pool.skipQueued(NotRunReason.NO_THREAD);
            }
        } catch (OutOfMemoryError e) {
            LOG.warn(pool.config().name(), "queued tasks wait for the next one", e);
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
            pool.expireQueued();
        } catch (Throwable e) {
            LOG.warn(pool.config().name(), "queued tasks may wait for longer than they want", e);
        }
        // a worker that came meanwhile may have found the queue empty
        if (workers.get() > 0) {
            lookAgain();
        }
    }

    /** Notes whether the pool's tasks wait; the field that all share is written only when that changes. */
    private void learn(Worker worker, boolean waited) {
        if (waited) {
            worker.tasksUntilNoneWaits = TASKS_UNTIL_NONE_WAITS;
            if (!tasksWait) {
                tasksWait = true;
            }
        } else if (worker.tasksUntilNoneWaits > 0 && --worker.tasksUntilNoneWaits == 0) {
            tasksWait = false;
        }
    }

    private void endSearch(Worker worker) {
        worker.searching = false;
        searching.decrementAndGet();
        if (!queue.isEmpty()) {
            call();
        }
    }

    /** Waits until there may be a task; returns false when the worker is to end, and then it is counted no more. */
    private boolean awaitTask(Worker worker) {
        if (searchOn(worker)) {
            return true;
        }
        if (virtual || admission.isShut()) {
            return !retireIfMoreThan(0);
        }
        if (retireIfMoreThan(pool.config().maxThreads())) {
            return false;
        }
        idle.push(worker);
        if (queue.isEmpty() && !admission.isShut()) {
            return park(worker);
        }
        if (!idle.remove(worker)) {
            wasWoken(worker);
        }
        return true;
    }

    /** The worker was taken off the idle ones, and is counted among the searching ones since. */
    private static void wasWoken(Worker worker) {
        worker.woken = false;
        worker.searching = true;
    }

    private boolean park(Worker worker) {
        CpuAccount cpu = worker.cpu;
        if (cpu != null) {
            cpu.beforePark();
        }
        boolean stays = parkUntilWoken(worker);
        if (cpu != null) {
            cpu.afterPark();
        }
        return stays;
    }

    private boolean parkUntilWoken(Worker worker) {
        long idleSince = time.nanoTime();
        while (!worker.woken) {
            PoolConfig config = pool.config();
            if (workers.get() <= config.coreThreads()) {
                LockSupport.park(this);
            } else {
                long left = config.keepAlive().toNanos() - (time.nanoTime() - idleSince);
                if (left > 0) {
                    LockSupport.parkNanos(this, left);
                } else if (idle.remove(worker)) {
                    return !retireIfMoreThan(config.coreThreads());
                }
            }
            Thread.interrupted();
        }
        wasWoken(worker);
        return true;
    }

    /** Looks for a task a little longer. */
    @SuppressWarnings("ThreadPriorityCheck") // a hint only: nothing is wrong when the yield does nothing
    private boolean searchOn(Worker worker) {
        boolean spins = !tasksWait && !virtual;
        if (spins && !worker.searching && searching.get() < mostSearching) {
            searching.incrementAndGet();
            worker.searching = true;
        }
        for (int i = 0; i < SPINS && worker.searching && spins; i++) {
            Thread.yield();
            if (!queue.isEmpty()) {
                return true;
            }
        }
        if (worker.searching) {
            worker.searching = false;
            searching.decrementAndGet();
        }
        return false;
    }

    /** Takes the calling worker out of the count if there are more than {@code kept}. */
    private boolean retireIfMoreThan(int kept) {
        for (int now = workers.get(); now > kept; now = workers.get()) {
            if (workers.compareAndSet(now, now - 1)) {
                return true;
            }
        }
        return false;
    }
}
