package dev.multipool.agent.runtime;

import dev.multipool.agent.runtime.PoolReader.Bounds;
import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.ManagedPool;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.NotRunReason;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolKind;
import dev.multipool.pools.RejectReason;
import dev.multipool.pools.TaskOutcome;
import dev.multipool.pools.internal.ledger.Ledger;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Delayed;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The ledger of a pool that is somebody else's. It does not keep the pool alive.
 *
 * <p><b>Threads:</b> any.
 */
final class ObservedPool implements ManagedPool, PoolNode {

    private static final NanoClock CLOCK = NanoClock.system();
    /** For how long a task may be neither in its pool's queue nor begun before it counts as gone. */
    private static final long GONE_NANOS = 2_000_000_000;
    /** A percentile is right to 1 %. With a third digit, eight times as much would be driven out of the cores' caches. */
    private static final int DIGITS = 2;
    /** A course has a kilobyte. */
    private static final int MOST_FREE = 256;

    private final WeakReference<Object> pool;
    private volatile PoolReader reader;
    private final SlowTasks slow;
    private final boolean isScheduled;
    private final Ledger ledger = new Ledger(CLOCK, DIGITS);
    private final ArrivalTimes waiting = new ArrivalTimes();
    /** Of what is lent, by what it is. */
    private final ArrivalTimes leaseArrivals = new ArrivalTimes();

    private final ArrivalTimes leaseStarts = new ArrivalTimes();
    private final Edges edges = new Edges();
    private final Set<Worker> workers = ConcurrentHashMap.newKeySet();
    /** Of tasks without a worker; a thread that ends drops its own. */
    private final Set<TaskCourse> courses = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
    /** What threads themselves have weak references to. */
    private final Map<Thread, Object> kept = Collections.synchronizedMap(new WeakHashMap<>());

    /** Some of these, whose threads have ended. @GuardedBy("freeCourses") */
    private final Deque<TaskCourse> freeCourses = new ArrayDeque<>();

    private final AtomicInteger threads = new AtomicInteger();
    private final AtomicLong pastCpuNanos = new AtomicLong();
    private volatile @Nullable String name;
    private volatile Bounds bounds;
    // @GuardedBy("this")
    private int unexplainedThreads;

    ObservedPool(WeakReference<Object> pool, PoolReader reader, SlowTasks slow) {
        this.pool = pool;
        this.slow = slow;
        this.reader = reader;
        this.isScheduled = reader.isScheduled();
        Object now = pool.get();
        this.bounds = now == null ? new Bounds(PoolKind.FIXED, 1, 1, 0) : reader.bounds(now);
    }

    /** Notes what the pool did before it was observed: its threads, and the tasks that wait. */
    void catchUp() {
        Object now = pool.get();
        if (now != null) {
            Object[] queued = reader.queued(now);
            if (queued != null) {
                Arrays.stream(queued).forEach(this::offered);
            }
            workersChanged(reader.threads(now));
        }
    }

    @Override
    public @Nullable String name() {
        return name;
    }

    @Override
    public boolean isInUse() {
        return pool.get() != null;
    }

    @Override
    public boolean hasThreadPerTask() {
        return !reader.knowsThreads() && !reader.lends();
    }

    @Override
    public boolean lends() {
        return reader.lends();
    }

    @Override
    public boolean letsWait() {
        return !bounds.isWithoutQueue();
    }

    void name(String newName) {
        name = newName;
    }

    synchronized void nameOnce(Supplier<String> newName) {
        if (name == null) {
            name = newName.get();
        }
    }

    /**
     * Forgets who reads it, and so all classes that the agent was woven with. The pool's threads keep this object for a while, as
     * nobody can take a {@code ThreadLocal} off another thread.
     */
    void end() {
        reader = new NoReader();
    }

    PoolReader reader() {
        return reader;
    }

    /** The pool, or null when nobody has it any more. */
    @Nullable
    Object pool() {
        return pool.get();
    }

    /** Returns when the task was offered: now. */
    long offered(Object task) {
        long now = CLOCK.nanoTime();
        ledger.arrived(now, waiting.put(System.identityHashCode(task), now));
        return now;
    }

    /** A task that was offered was not accepted. */
    void turnedAway(Object task) {
        RejectReason reason = reason();
        long arrived = waiting.takeLatest(System.identityHashCode(task));
        Object inner = arrived == ArrivalTimes.NONE ? ForeignWrappers.inner(task) : null;
        if (inner != null) {
            arrived = waiting.takeLatest(System.identityHashCode(inner));
        }
        if (arrived == ArrivalTimes.NONE) {
            ledger.rejected(reason);
        } else {
            ledger.turnedAway(reason, arrived);
        }
    }

    /** Offering a task threw something else than a rejection, such as for want of a thread. */
    void offerThrew(Object task, long arrived) {
        if (waiting.takeExactly(System.identityHashCode(task), arrived)) {
            ledger.turnedAway(reason(), arrived);
        }
    }

    private RejectReason reason() {
        Object now = pool.get();
        if (now != null && reader.isShutDown(now)) {
            return RejectReason.SHUT_DOWN;
        }
        return bounds.isWithoutQueue() ? RejectReason.POOL_FULL : RejectReason.QUEUE_FULL;
    }

    /** A task left the queue without a thread. */
    void left(NotRunReason reason, Object task) {
        if (reason == NotRunReason.EXPIRED && bounds.isWithoutQueue()) {
            // where nobody may wait, nobody has waited for too long
            turnedAway(task);
            return;
        }
        long arrived = take(task);
        if (arrived != ArrivalTimes.NONE) {
            ledger.notRun(reason, arrived, CLOCK.nanoTime());
        }
    }

    /** A thread has taken the task; {@code inner}, which it may be itself, may be a future. */
    void began(Worker worker, Object task, Object inner, long now) {
        if (isScheduled && task instanceof Delayed delayed) {
            // it arrives when it is due
            long due = now - Math.max(0, -delayed.getDelay(TimeUnit.NANOSECONDS));
            ledger.arrived(due, 0);
            begin(worker, inner, due, now);
            return;
        }
        long arrived = take(task);
        if (arrived == ArrivalTimes.NONE) {
            // it came in a way that nobody saw
            arrived = now;
            ledger.arrived(now, waiting.size());
        }
        begin(worker, inner, arrived, now);
    }

    private long take(Object task) {
        long arrived = waiting.take(System.identityHashCode(task));
        Object inner = arrived == ArrivalTimes.NONE ? ForeignWrappers.inner(task) : null;
        return inner == null ? arrived : waiting.take(System.identityHashCode(inner));
    }

    private void begin(Worker worker, Object task, long arrived, long now) {
        if (FutureStates.isCancelled(task)) {
            // the thread takes it and finds nothing to do
            ledger.notRun(NotRunReason.CANCELLED, arrived, now);
            return;
        }
        ledger.started(now);
        worker.begins(task, arrived, now);
    }

    /** The current thread, which has waited for it, holds something of the pool's. */
    void leased(Object lent) {
        long now = CLOCK.nanoTime();
        long arrived = waiting.take(System.identityHashCode(Thread.currentThread()));
        if (arrived != ArrivalTimes.NONE) {
            lend(System.identityHashCode(lent), arrived, now);
        }
    }

    /** Whether the task, which is about to run, was offered to this pool. Most that are asked for were not. */
    boolean begins(ForkJoinTask<?> task) {
        if (waiting.size() == 0) {
            return false;
        }
        int hash = System.identityHashCode(task);
        long arrived = waiting.take(hash);
        if (arrived == ArrivalTimes.NONE) {
            return false;
        }
        long now = CLOCK.nanoTime();
        if (task.isDone()) {
            ledger.notRun(NotRunReason.CANCELLED, arrived, now);
            return false;
        }
        lend(hash, arrived, now);
        return true;
    }

    private void lend(int hash, long arrived, long now) {
        leaseArrivals.put(hash, arrived);
        leaseStarts.put(hash, now);
        ledger.started(now);
    }

    /** Whether that is lent now; another thing may look like it once in millions. */
    boolean isLent(Object lent) {
        return leaseStarts.contains(System.identityHashCode(lent));
    }

    void leaseReturned(Object lent, TaskOutcome outcome) {
        int hash = System.identityHashCode(lent);
        long started = leaseStarts.take(hash);
        if (started != ArrivalTimes.NONE) {
            long arrived = leaseArrivals.take(hash);
            long now = CLOCK.nanoTime();
            ledger.ended(outcome, arrived, started, now, false);
            if (slow.isSlow(now - arrived)) {
                slow.ended(name, outcome, arrived, started, now, List.of());
            }
        }
    }

    /** What its tasks are written down in. */
    Ledger ledger() {
        return ledger;
    }

    /** Where its slow tasks are told. */
    SlowTasks slowTasks() {
        return slow;
    }

    /** A course for tasks of the pool, which nobody has yet. */
    TaskCourse newCourse() {
        return new TaskCourse(this, edges, ledger);
    }

    /** One of its threads, which has begun. */
    void add(Worker worker) {
        workers.add(worker);
    }

    /** A course for tasks of the pool that no worker serves. */
    TaskCourse addCourse() {
        synchronized (freeCourses) {
            TaskCourse free = freeCourses.pollLast();
            if (free != null) {
                return free;
            }
        }
        TaskCourse course = newCourse();
        courses.add(course);
        return course;
    }

    /** The task of such a course has ended, and so has its thread. */
    void free(TaskCourse course) {
        synchronized (freeCourses) {
            if (freeCourses.size() < MOST_FREE) {
                freeCourses.addLast(course);
                return;
            }
        }
        courses.remove(course);
    }

    void remove(Worker worker) {
        if (workers.remove(worker)) {
            pastCpuNanos.addAndGet(worker.cpuNanos());
        }
    }

    @Override
    public void waitedWhileHolding(PoolNode other, long nanos) {
        Edge edge = edges.find(other, 0);
        if (edge != null) {
            edge.waitedWhileHolding(nanos);
        }
    }

    /** What its tasks have others do; of a pool that lends, what is waited for while something of it is held. */
    Edges edges() {
        return edges;
    }

    /** Its threads that are known as its own. */
    Set<Worker> workers() {
        return Collections.unmodifiableSet(workers);
    }

    /** Keeps that for the current thread, until one of the two is gone. */
    void keep(Object ofThread) {
        kept.put(Thread.currentThread(), ofThread);
    }

    /** What its tasks do with other pools now. */
    List<TaskCourse> courses() {
        List<TaskCourse> all = new ArrayList<>();
        workers.forEach(worker -> all.add(worker.course()));
        synchronized (courses) {
            all.addAll(courses);
        }
        return all;
    }

    /** Adds the workers that serve a task, and do not wait for what is told as it is. */
    void addServing(List<Worker> serving) {
        for (Worker worker : workers) {
            if (worker.isServing() && !worker.course().isWaiting()) {
                serving.add(worker);
            }
        }
    }

    void workersChanged(int change) {
        threads.addAndGet(change);
        ledger.workers(change, CLOCK.nanoTime());
    }

    /** Counts the tasks that left the queue in a way that nobody saw, some time ago. */
    void sweep() {
        Object[] queued = queued();
        if (queued != null && queued.length < waiting.size()) {
            int[] present = Arrays.stream(queued)
                    .flatMap(task -> Stream.of(task, ForeignWrappers.inner(task)))
                    .filter(Objects::nonNull)
                    .mapToInt(System::identityHashCode)
                    .sorted()
                    .toArray();
            waiting.sweep(
                    present,
                    CLOCK.nanoTime() - GONE_NANOS,
                    arrived -> ledger.notRun(NotRunReason.DROPPED, arrived, CLOCK.nanoTime()));
        }
    }

    /** The tasks in the queue that are cancelled. */
    Object[] cancelled() {
        Object[] queued = queued();
        return queued == null
                ? new Object[0]
                : Arrays.stream(queued).filter(FutureStates::isCancelled).toArray();
    }

    /** Cancelled tasks were taken out of the queue, unless a thread was faster. */
    void purged(Object[] cancelled) {
        Object[] queued = queued();
        Set<Object> left = Collections.newSetFromMap(new IdentityHashMap<>());
        left.addAll(Arrays.asList(queued == null ? new Object[0] : queued));
        for (Object task : cancelled) {
            if (!left.contains(task)) {
                left(NotRunReason.CANCELLED, task);
            }
        }
    }

    private Object @Nullable [] queued() {
        Object now = pool.get();
        return now == null || waiting.size() == 0 ? null : reader.queued(now);
    }

    private Bounds boundsNow() {
        Object now = pool.get();
        if (now != null) {
            bounds = reader.bounds(now);
        }
        return bounds;
    }

    @Override
    public PoolConfig config() {
        Bounds now = boundsNow();
        String named = name;
        return PoolConfig.builder(named == null ? "unnamed" : named)
                .kind(now.kind())
                .coreThreads(now.coreThreads())
                .maxThreads(now.maxThreads())
                .queue(now.queueCapacity())
                .build();
    }

    @Override
    public LedgerSnapshot snapshot() {
        countThreads();
        return ledger.snapshot(config(), this::cpuNanos);
    }

    /** Threads may come and go unseen where a pool was woven late: twice the same difference is one. */
    synchronized void countThreads() {
        Object now = pool.get();
        if (now != null) {
            int difference = reader.threads(now) - threads.get();
            if (difference != 0 && difference == unexplainedThreads) {
                workersChanged(difference);
                difference = 0;
            }
            unexplainedThreads = difference;
        }
    }

    private long cpuNanos() {
        if (!reader.knowsThreads() || !ThreadCpu.isMeasured()) {
            return -1;
        }
        long sum = pastCpuNanos.get();
        for (Worker worker : workers) {
            sum += worker.cpuNanos();
        }
        return sum;
    }

    @Override
    public void resize(int coreThreads, int maxThreads, int queueCapacity) {
        Object now = pool.get();
        if (now == null) {
            throw new IllegalArgumentException("pool: " + name + " (expected: one that is in use)");
        }
        reader.resize(now, coreThreads, maxThreads, queueCapacity);
    }
}
