package dev.multipool.agent.runtime;

import dev.multipool.pools.NanoClock;
import dev.multipool.pools.NotRunReason;
import dev.multipool.pools.PoolManagement;
import dev.multipool.pools.TaskOutcome;
import dev.multipool.pools.WaitCycles.Cycle;
import java.lang.ref.WeakReference;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The pools of this JVM from one attach to one detach.
 *
 * <p><b>Lifecycle:</b> {@link #begin}, then {@link #end}; both once.
 */
public final class Observation {

    private static final NanoClock CLOCK = NanoClock.system();
    private static final long TICK_MILLIS = 200;
    private static final long SWEEP_NANOS = 1_000_000_000;
    /** So much longer than a look for cycles took is the rest after it: many pools make it rare, not expensive. */
    private static final long REST_FOR_A_LOOK = 100;

    private final Function<Object, @Nullable PoolReader> readers;
    private final PoolRegistry registry = new PoolRegistry();
    private final PoolNames names = new PoolNames();
    private final Courses courses = new Courses();
    private final Waiters waiters = new Waiters();
    private final SlowTasks slow;
    private final Consumer<String> say;
    private final AtomicBoolean hasFailed = new AtomicBoolean();
    private final Thread keeper = new Thread(null, this::keep, "multipool-agent", 0, false);
    /** By pool; the keeper's own. */
    private final Map<ObservedPool, PoolManagement> shown = new HashMap<>();

    private volatile boolean over;

    /**
     * @param readers finds who reads a pool; none for a pool that is not to be observed
     * @param slowNanos from here on a task is slow, from its arrival to its end
     * @param say is told, once, what went wrong
     */
    public Observation(Function<Object, @Nullable PoolReader> readers, long slowNanos, Consumer<String> say) {
        this.readers = readers;
        this.slow = new SlowTasks(slowNanos, InstantSource.system());
        this.say = say;
    }

    /** From now on {@link Hooks} may tell of pools. */
    public void begin() {
        // loads what hooks must not load
        ThreadCpu.currentNanos();
        FutureStates.isCancelled(this);
        keeper.setDaemon(true);
        keeper.start();
    }

    /**
     * Takes all ledgers off, once {@link Hooks} tells no more.
     *
     * @throws InterruptedException when the current thread was interrupted; the ledgers may stay for a moment
     */
    public void end() throws InterruptedException {
        over = true;
        keeper.interrupt();
        keeper.join();
        for (PoolEntry entry : registry.entries()) {
            ObservedPool observed = entry.observed;
            if (observed != null) {
                observed.end();
            }
        }
    }

    void made(Object pool) {
        if (registry.find(pool) == null) {
            PoolEntry entry = new PoolEntry(pool, CreationPlace.find());
            entry.ignored = CreationPlace.isTheJvms();
            registry.add(entry);
        }
    }

    void named(Object pool, String name) {
        registry.add(new PoolEntry(pool, null)).frameworksName = name;
    }

    /** The pool's ledger, or null when it is not observed. */
    @Nullable
    ObservedPool observed(Object pool) {
        PoolEntry entry = registry.find(pool);
        if (entry == null) {
            entry = registry.add(new PoolEntry(pool, null));
        }
        ObservedPool known = entry.observed;
        return known != null || entry.ignored ? known : observe(entry, pool);
    }

    private @Nullable ObservedPool observe(PoolEntry entry, Object pool) {
        PoolReader reader = readers.apply(pool);
        if (reader == null) {
            entry.ignored = true;
            return null;
        }
        synchronized (entry) {
            ObservedPool known = entry.observed;
            if (known != null) {
                return known;
            }
            boolean isRead = false;
            try {
                Object whole = reader.whole(pool);
                ObservedPool made = whole == pool ? made(entry, reader) : observed(whole);
                entry.observed = made;
                isRead = made != null;
                return made;
            } finally {
                entry.ignored = !isRead;
            }
        }
    }

    private ObservedPool made(PoolEntry entry, PoolReader reader) {
        ObservedPool made = new ObservedPool(entry, reader, slow);
        if (made.hasThreadPerTask() && !(entry.get() instanceof ForkJoinPool)) {
            courses.add(made);
        }
        made.catchUp();
        return made;
    }

    /** Returns when the task was offered, or 0 when its pool is not observed. */
    long offered(Object pool, Object task) {
        ObservedPool observed = observed(pool);
        if (observed == null) {
            return 0;
        }
        TaskCourse course = courses.currentOrNew();
        if (course == null) {
            return observed.offered(task);
        }
        // who is offered itself asks for something that is lent
        if (task != Thread.currentThread()) {
            course.subtasks().submitted(observed, task);
            return observed.offered(task);
        }
        long arrived = observed.offered(task);
        course.loans().asks(observed, arrived);
        return arrived;
    }

    void turnedAway(Object pool, Object task) {
        ObservedPool observed = observed(pool);
        if (observed != null) {
            takeBack(observed, task);
            observed.turnedAway(task);
        }
    }

    void offerThrew(Object pool, Object task, long arrived) {
        ObservedPool observed = observed(pool);
        if (observed != null) {
            takeBack(observed, task);
            observed.offerThrew(task, arrived);
        }
    }

    private void takeBack(ObservedPool observed, Object task) {
        TaskCourse course = courses.current();
        if (course == null) {
            return;
        }
        if (task == Thread.currentThread()) {
            course.loans().asksNoMore(observed, CLOCK.nanoTime());
        } else {
            course.subtasks().turnedAway(observed);
        }
    }

    /** A task left a pool's queue without a thread, or somebody waited in vain for what the pool lends. */
    void left(NotRunReason reason, Object pool, Object task) {
        ObservedPool observed = observed(pool);
        if (observed != null) {
            TaskCourse course = task == Thread.currentThread() ? courses.current() : null;
            if (course != null) {
                course.loans().asksNoMore(observed, CLOCK.nanoTime());
            }
            observed.left(reason, task);
        }
    }

    /** Whether the wait of the current thread may be for tasks, so that its end is to be told. */
    boolean joinBegins(Object awaited, Object key) {
        TaskCourse course = courses.current();
        return course != null && course.subtasks().joinBegins(awaited, key, waiters, CLOCK.nanoTime());
    }

    void joinEnds() {
        TaskCourse course = courses.current();
        if (course != null) {
            course.subtasks().joinEnds(waiters, CLOCK.nanoTime());
        }
    }

    void released(Object key) {
        if (!waiters.isEmpty()) {
            TaskCourse course = courses.current();
            waiters.released(key, course == null ? Subtasks.OUTSIDE : course.pool());
        }
    }

    void workerBegins(Object pool, @Nullable Object firstTask) {
        PoolEntry entry = registry.find(pool);
        boolean wasObserved = entry != null && entry.observed != null;
        CurrentWorker worker = worker(pool);
        if (worker != null) {
            if (wasObserved) {
                worker.pool().workersChanged(1);
            }
            if (firstTask != null) {
                worker.pool().began(worker, firstTask, firstTask, CLOCK.nanoTime());
            }
        }
    }

    void leased(Object pool, Object lent) {
        ObservedPool observed = observed(pool);
        if (observed != null) {
            Thread thread = Thread.currentThread();
            // who borrows is none of the pool's threads
            name(observed, pool, lent == thread ? thread.getName() : null);
            observed.leased(lent);
            TaskCourse course = lent == thread ? null : courses.current();
            if (course != null) {
                course.loans().got(observed, lent, CLOCK.nanoTime());
            }
        }
    }

    void leaseReturned(Object pool, Object lent) {
        ObservedPool observed = observed(pool);
        if (observed != null) {
            observed.leaseReturned(lent, TaskOutcome.COMPLETED);
            TaskCourse course = courses.current();
            if (course != null) {
                course.loans().returned(lent, CLOCK.nanoTime());
            }
        }
    }

    void threadEnds(Object pool, Object task, boolean threw) {
        ObservedPool observed = observed(pool);
        if (observed != null) {
            courses.threadEnds(observed);
            TaskOutcome outcome = threw ? TaskOutcome.FAILED : FutureStates.outcome(task);
            observed.leaseReturned(Thread.currentThread(), outcome);
        }
    }

    boolean forkJoinBegins(ForkJoinTask<?> task) {
        Thread thread = Thread.currentThread();
        boolean isOwn = thread instanceof ForkJoinWorkerThread;
        ForkJoinPool pool = isOwn ? ((ForkJoinWorkerThread) thread).getPool() : ForkJoinPool.commonPool();
        PoolEntry entry = registry.find(pool);
        ObservedPool observed = entry == null ? null : entry.observed;
        if (observed == null || !observed.begins(task)) {
            return false;
        }
        name(observed, pool, isOwn ? thread.getName() : null);
        if (isOwn) {
            courses.begins(observed);
        }
        return true;
    }

    void forkJoinEnds(ForkJoinTask<?> task) {
        Thread thread = Thread.currentThread();
        ForkJoinPool pool =
                thread instanceof ForkJoinWorkerThread worker ? worker.getPool() : ForkJoinPool.commonPool();
        PoolEntry entry = registry.find(pool);
        ObservedPool observed = entry == null ? null : entry.observed;
        if (observed != null) {
            courses.ends();
            boolean failed = task.isCompletedAbnormally() && !task.isCancelled();
            TaskOutcome outcome = task.isCancelled() ? TaskOutcome.CANCELLED : TaskOutcome.COMPLETED;
            observed.leaseReturned(task, failed ? TaskOutcome.FAILED : outcome);
        }
    }

    /** Returns for {@link #taskTakenBy} who wants it. */
    @Nullable
    WeakReference<?> taskWanted(@Nullable Object pool) {
        CurrentWorker worker = worker(pool);
        if (worker == null) {
            return null;
        }
        long now = CLOCK.nanoTime();
        worker.ends(false, now);
        worker.waits(now);
        return worker.reference();
    }

    void taskTaken(@Nullable Object pool, Object task, Object inner) {
        begin(worker(pool), task, inner);
    }

    /** The thread that wanted it knows who it is, unless it has that from an observation that is over. */
    void taskTakenBy(@Nullable WeakReference<?> who, Object pool, Object task) {
        Object known = who == null ? null : who.get();
        begin(known instanceof CurrentWorker worker && worker.isOf(this) ? worker : worker(pool), task, task);
    }

    private static void begin(@Nullable CurrentWorker worker, Object task, Object inner) {
        if (worker != null) {
            long now = CLOCK.nanoTime();
            worker.waited(now);
            worker.pool().began(worker, task, inner, now);
        }
    }

    void taskThrew(@Nullable Object pool) {
        CurrentWorker worker = worker(pool);
        if (worker != null) {
            worker.threw();
        }
    }

    void workerEnds(Object pool, boolean threw) {
        ObservedPool observed = observed(pool);
        if (observed != null) {
            CurrentWorker worker = courses.worker();
            if (worker != null && worker.pool() == observed) {
                worker.ends(threw, CLOCK.nanoTime());
                observed.remove(worker);
                courses.removeWorker();
            }
            observed.workersChanged(-1);
        }
    }

    /** Which worker of the pool the current thread is, or null when that is not observed. Without a pool, which of its last one. */
    private @Nullable CurrentWorker worker(@Nullable Object pool) {
        CurrentWorker known = courses.worker();
        // asked for every task: a thread whose pool is still the same needs no look at the others
        if (pool == null || (known != null && known.isKnownAs(pool))) {
            return known;
        }
        ObservedPool observed = observed(pool);
        if (observed == null || (known != null && known.pool() == observed)) {
            return observed == null ? null : known;
        }
        CurrentWorker worker = new CurrentWorker(this, registry.add(new PoolEntry(pool, null)), observed);
        observed.add(worker);
        courses.setWorker(worker);
        name(observed, pool, Thread.currentThread().getName());
        return worker;
    }

    /** Names a pool, by one of its own threads if one is known. */
    private void name(ObservedPool observed, Object pool, @Nullable String threadName) {
        if (observed.name() == null) {
            PoolEntry entry = registry.find(pool);
            String ofFramework = entry == null ? null : entry.frameworksName;
            String own = ofFramework == null ? observed.reader().name(pool) : ofFramework;
            observed.nameOnce(() -> names.choose(own, threadName, entry == null ? null : entry.madeAt));
        }
    }

    /** Something of ours went wrong: it was kept from the application, and is told once. */
    void failed(Throwable e) {
        if (hasFailed.compareAndSet(false, true)) {
            say.accept("a pool, or a task, is not observed: " + e);
        }
    }

    private void keep() {
        long swept = CLOCK.nanoTime();
        long lookAgain = swept;
        GraphManagement graph = new GraphManagement(registry);
        guarded(graph::open);
        SlowTaskManagement slowTasks = new SlowTaskManagement(registry, slow);
        guarded(slowTasks::open);
        WaitSampler waits = new WaitSampler();
        CycleWatch cycles = new CycleWatch(cycle -> tell(cycle, graph));
        while (!over) {
            try {
                // of no fixed length, so that no task waits in step with it
                Thread.sleep(TICK_MILLIS / 2 + ThreadLocalRandom.current().nextLong(TICK_MILLIS));
                show();
                guarded(() -> waits.look(registry));
                if (CLOCK.nanoTime() - swept > SWEEP_NANOS) {
                    swept = CLOCK.nanoTime();
                    registry.entries().forEach(entry -> guarded(() -> sweep(entry)));
                }
                if (CLOCK.nanoTime() - lookAgain > 0) {
                    long began = CLOCK.nanoTime();
                    guarded(() -> cycles.look(GraphRow.readWaits(registry)));
                    long now = CLOCK.nanoTime();
                    lookAgain = now + Math.max(SWEEP_NANOS, REST_FOR_A_LOOK * (now - began));
                }
            } catch (InterruptedException e) {
                // over is set
            } catch (RuntimeException | Error e) {
                failed(e);
            }
        }
        shown.values().forEach(management -> guarded(management::close));
        guarded(graph::close);
        guarded(slowTasks::close);
    }

    private void tell(Cycle cycle, GraphManagement graph) {
        say.accept(cycle.words());
        graph.tell(cycle);
    }

    /** What one pool throws must not hide the others. */
    private void guarded(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            failed(e);
        }
    }

    private static void sweep(PoolEntry entry) {
        ObservedPool observed = entry.observed;
        if (observed != null) {
            observed.countThreads();
            observed.sweep();
            observed.edges().sweep();
        }
    }

    private void show() {
        shown.entrySet().removeIf(entry -> {
            boolean gone = entry.getKey().pool() == null;
            if (gone) {
                entry.getValue().close();
            }
            return gone;
        });
        List<PoolEntry> entries = registry.entries();
        for (PoolEntry entry : entries) {
            ObservedPool observed = entry.observed;
            if (observed != null && observed.name() != null && !shown.containsKey(observed)) {
                guarded(() -> shown.put(observed, register(observed, entry)));
            }
        }
    }

    /** Somebody else, such as a pool of our own library, may have registered the name. */
    private PoolManagement register(ObservedPool observed, PoolEntry entry) {
        while (true) {
            try {
                return PoolManagement.register(observed);
            } catch (IllegalStateException e) {
                if (!(e.getCause() instanceof javax.management.InstanceAlreadyExistsException)) {
                    throw e;
                }
                observed.name(names.choose(observed.name(), null, entry.madeAt));
            }
        }
    }

    void dropped(Object pool, List<?> tasks) {
        ObservedPool observed = observed(pool);
        if (observed != null) {
            tasks.forEach(task -> {
                if (task != null) {
                    observed.left(NotRunReason.DROPPED, task);
                }
            });
        }
    }
}
