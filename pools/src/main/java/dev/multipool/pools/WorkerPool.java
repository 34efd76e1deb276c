package dev.multipool.pools;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A pool whose tasks pass through a queue to workers: every kind but {@code direct}. */
final class WorkerPool implements MeasuredPool {

    /*
     * Admission decides, the rest follows. A task is accepted exactly if fewer tasks are in flight than threads and
     * queue slots exist; that is one compare-and-set, so a task is never rejected while a thread is idle, whatever the
     * threads are doing at that instant. Every accepted task goes into the queue, whose length admission bounds.
     *
     * Then the submitter sees to it that somebody takes the task: it adds a worker when there are fewer workers than
     * tasks in flight and than allowed; else it wakes a parked one, unless enough are awake and searching already. A
     * searching worker that finds a task stops searching and, if more are queued, does the same as a submitter. So
     * wake-ups spread from worker to worker and a burst of short tasks does not wake the whole pool.
     *
     * No wake-up is lost: a submitter first queues, then looks at the workers; a worker first stops searching, joins the
     * idle ones or is no longer counted, then looks at the queue. Whichever comes second sees the other.
     */

    private static final Logger LOG = LoggerFactory.getLogger(WorkerPool.class);
    private static final int SPINS = 2;

    private final PoolConfig config;
    private final NanoClock clock;
    private final Ledger ledger;
    private final TaskQueue queue = new RingQueue();
    private final Admission admission = new Admission();
    private final IdleWorkers idle = new IdleWorkers();
    private final AtomicInteger workers = new AtomicInteger();
    private final AtomicInteger searching = new AtomicInteger();
    private final Set<Worker> live = ConcurrentHashMap.newKeySet();
    private final CountDownLatch terminated = new CountDownLatch(1);
    private final ThreadFactory threads;
    private final long queueTimeoutNanos;
    private final int mostSearching = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    private volatile Limits limits;
    private volatile boolean dropping;

    WorkerPool(PoolConfig config, NanoClock clock) {
        this.config = config;
        this.clock = clock;
        this.ledger = new Ledger(clock);
        this.limits = Limits.of(config);
        this.queueTimeoutNanos = config.queueTimeout().map(Duration::toNanos).orElse(Long.MAX_VALUE);
        this.threads = PoolThreads.platform(config.name());
    }

    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task, "task");
        Limits now = limits;
        int before = admission.enter(now.bound());
        if (before < 0) {
            throw rejected(now, before == Admission.REJECTED_SHUT);
        }
        long enqueuedNanos = clock.nanoTime();
        ledger.arrived(enqueuedNanos, Math.max(0, before - now.maxThreads()));
        queue.offer(task, enqueuedNanos);
        callWorker();
        if (dropping) {
            dropQueued();
        }
    }

    @Override
    public PoolConfig config() {
        return config;
    }

    @Override
    public NanoClock clock() {
        return clock;
    }

    @Override
    public LedgerSnapshot snapshot() {
        Limits now = limits;
        return ledger.snapshot(config.name(), now.maxThreads(), now.queueCapacity());
    }

    @Override
    public boolean stop(Duration drain) {
        if (admission.shut()) {
            endIfDone();
        }
        wakeAll();
        boolean interrupted = false;
        try {
            if (terminated.await(drain.toNanos(), TimeUnit.NANOSECONDS)) {
                return true;
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        dropping = true;
        dropQueued();
        for (Worker worker : live) {
            Thread thread = worker.thread;
            if (thread != null) {
                thread.interrupt();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return isTerminated();
    }

    @Override
    public boolean isTerminated() {
        return terminated.getCount() == 0;
    }

    @Override
    public String toString() {
        return "pool " + config.name() + " (" + config.spec() + ")";
    }

    /** The life of a worker: called by its thread. */
    void runWorker(Worker worker) {
        ledger.workers(1, clock.nanoTime());
        boolean alive = true;
        while (alive) {
            if (queue.poll(worker.slot, 0)) {
                endSearch(worker);
                serve(worker.slot);
                alive = workers.get() <= limits.maxThreads() || !retire(limits.maxThreads());
            } else {
                alive = awaitTask(worker);
            }
        }
        ledger.workers(-1, clock.nanoTime());
        live.remove(worker);
        if (!queue.isEmpty()) {
            callWorker();
        }
        endIfDone();
    }

    private void serve(TaskSlot slot) {
        Runnable task = Objects.requireNonNull(slot.task);
        slot.task = null;
        long startNanos = clock.nanoTime();
        NotRunReason notRun = notRunReason(task, slot, startNanos);
        if (notRun != null) {
            skip(task, notRun, slot.enqueuedNanos, startNanos);
            return;
        }
        ledger.started(startNanos);
        TaskOutcome outcome = TaskOutcome.FAILED;
        try {
            task.run();
            outcome = task instanceof PoolTask poolTask ? poolTask.outcome() : TaskOutcome.COMPLETED;
        } catch (Throwable e) {
            LOG.warn("pool {}: a task failed", config.name(), e);
        }
        ledger.ended(outcome, slot.enqueuedNanos, startNanos, clock.nanoTime());
        if (!dropping) {
            // a task's interrupt is not the next task's business
            Thread.interrupted();
        }
        leave();
    }

    private @Nullable NotRunReason notRunReason(Runnable task, TaskSlot slot, long now) {
        if (dropping) {
            return NotRunReason.DROPPED;
        }
        if (task instanceof PoolTask poolTask) {
            if (poolTask.isCancelled()) {
                return NotRunReason.CANCELLED;
            }
            long deadline = poolTask.deadlineNanos();
            if (deadline != PoolTask.NO_DEADLINE && deadline - now <= 0) {
                return NotRunReason.EXPIRED;
            }
        }
        boolean tooLate = slot.shed || now - slot.enqueuedNanos > queueTimeoutNanos;
        return tooLate ? NotRunReason.EXPIRED : null;
    }

    private void skip(Runnable task, NotRunReason reason, long enqueuedNanos, long now) {
        ledger.notRun(reason, enqueuedNanos, now);
        try {
            if (task instanceof PoolTask poolTask) {
                poolTask.notRun(reason);
            }
        } catch (Throwable e) {
            LOG.warn("pool {}: a task failed when told that it is not run", config.name(), e);
        }
        leave();
    }

    private void leave() {
        if (admission.leave()) {
            wakeAll();
            endIfDone();
        }
    }

    private PoolRejectedException rejected(Limits now, boolean shut) {
        RejectReason reason = shut
                ? RejectReason.SHUT_DOWN
                : now.queueCapacity() == 0 ? RejectReason.POOL_FULL : RejectReason.QUEUE_FULL;
        ledger.rejected(reason);
        int inFlight = shut ? admission.inFlight() : now.bound();
        return new PoolRejectedException(
                config.name(),
                reason,
                now.maxThreads(),
                now.queueCapacity(),
                inFlight,
                Math.max(0, inFlight - now.maxThreads()));
    }

    /** Sees to it that a worker takes the task that was just queued. */
    private void callWorker() {
        if (workers.get() < limits.maxThreads() && addWorker()) {
            return;
        }
        while (!idle.isEmpty()) {
            int now = searching.get();
            if (now >= mostSearching) {
                return;
            }
            if (searching.compareAndSet(now, now + 1)) {
                Worker worker = idle.pop();
                if (worker == null) {
                    searching.decrementAndGet();
                } else {
                    LockSupport.unpark(worker.thread);
                    return;
                }
            }
        }
    }

    private boolean addWorker() {
        while (true) {
            int now = workers.get();
            if (now >= limits.maxThreads() || now >= admission.inFlight()) {
                return false;
            }
            if (workers.compareAndSet(now, now + 1)) {
                return startWorker();
            }
        }
    }

    private boolean startWorker() {
        Worker worker = new Worker(this);
        Thread thread = threads.newThread(worker);
        worker.thread = thread;
        live.add(worker);
        try {
            thread.start();
            return true;
        } catch (OutOfMemoryError e) {
            LOG.error("pool {}: no thread for a queued task; it waits for the next one", config.name(), e);
            live.remove(worker);
            workers.decrementAndGet();
            return false;
        }
    }

    private void endSearch(Worker worker) {
        if (worker.searching) {
            worker.searching = false;
            searching.decrementAndGet();
            if (!queue.isEmpty()) {
                callWorker();
            }
        }
    }

    /** Waits until there may be a task; returns false when the worker is to end, and then is no longer counted. */
    private boolean awaitTask(Worker worker) {
        if (searchOn(worker)) {
            return true;
        }
        if (admission.isShut() && queue.isEmpty() && retire(0)) {
            return false;
        }
        idle.push(worker);
        if (queue.isEmpty() && !admission.isShut()) {
            long keepAliveNanos = config.keepAlive().toNanos();
            while (!worker.woken) {
                if (workers.get() > limits.coreThreads()) {
                    LockSupport.parkNanos(this, keepAliveNanos);
                    if (!worker.woken && idle.remove(worker)) {
                        return !retire(limits.coreThreads());
                    }
                } else {
                    LockSupport.park(this);
                }
                Thread.interrupted();
            }
            worker.searching = true;
        } else if (!idle.remove(worker)) {
            worker.searching = true;
        }
        return true;
    }

    /** Looks for a task a little longer before parking, which costs more than a look. */
    @SuppressWarnings("ThreadPriorityCheck") // a hint only: nothing is wrong when the yield does nothing
    private boolean searchOn(Worker worker) {
        if (!worker.searching && searching.get() < mostSearching) {
            searching.incrementAndGet();
            worker.searching = true;
        }
        boolean found = false;
        for (int i = 0; i < SPINS && worker.searching && !found; i++) {
            Thread.yield();
            found = !queue.isEmpty();
        }
        if (!found && worker.searching) {
            worker.searching = false;
            searching.decrementAndGet();
        }
        return found;
    }

    /** Takes the calling worker out of the count if there are more than {@code kept}. */
    private boolean retire(int kept) {
        while (true) {
            int now = workers.get();
            if (now <= kept) {
                return false;
            }
            if (workers.compareAndSet(now, now - 1)) {
                return true;
            }
        }
    }

    private void dropQueued() {
        TaskSlot slot = new TaskSlot();
        while (queue.poll(slot, 0)) {
            skip(Objects.requireNonNull(slot.task), NotRunReason.DROPPED, slot.enqueuedNanos, clock.nanoTime());
        }
    }

    private void wakeAll() {
        for (Worker worker = idle.pop(); worker != null; worker = idle.pop()) {
            searching.incrementAndGet();
            LockSupport.unpark(worker.thread);
        }
    }

    private void endIfDone() {
        if (admission.isShut() && admission.inFlight() == 0 && live.isEmpty()) {
            terminated.countDown();
        }
    }
}
