package dev.multipool.pools.internal.worker;

import dev.multipool.pools.NanoClock;
import dev.multipool.pools.NotRunReason;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolKind;
import dev.multipool.pools.internal.TaskContext;
import dev.multipool.pools.internal.TaskRunner;
import dev.multipool.pools.internal.ThrownLog;
import dev.multipool.pools.internal.ledger.Ledger;
import dev.multipool.pools.internal.queue.TaskSlot;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One thread of a pool, from its start to its end: takes tasks, serves them, and waits for more until it is retired. */
final class Worker extends CrewMember {

    /*
     * A worker that finds no task stops searching, joins the idle ones or leaves the count, and then looks at the queue
     * once more. A submitter first queues, then looks at the workers. Whichever comes second sees the other, so no
     * wake-up is lost.
     */

    private static final ThrownLog LOG = new ThrownLog(Worker.class);
    /** Number of consecutive tasks that do not wait after which a worker takes it that the pool's tasks do not. */
    private static final int TASKS_UNTIL_NONE_WAITS = 64;

    private static final long NO_TIME = Long.MIN_VALUE;

    private final Crew crew;
    private final TaskSearch search;
    private final Backlog backlog;
    private final TaskRunner runner;
    private final Ledger ledger;
    private final NanoClock clock;
    private final NanoClock time;
    private final boolean virtual;
    private final TaskSlot slot = new TaskSlot();

    /** Set when the worker begins, where CPU time can be measured. */
    private volatile @Nullable CpuAccount cpu;

    /** Whether this worker is counted among the searching ones: from when it is woken until it finds a task. */
    private boolean searching;

    private int tasksUntilNoneWaits;

    Worker(Crew crew, Backlog backlog, TaskRunner runner, Ledger ledger, NanoClock clock, NanoClock time) {
        this.crew = crew;
        this.search = crew.search();
        this.backlog = backlog;
        this.runner = runner;
        this.ledger = ledger;
        this.clock = clock;
        this.time = time;
        this.virtual = crew.config().kind() == PoolKind.VIRTUAL;
    }

    @Override
    public void run() {
        boolean retired = false;
        if (!virtual) {
            ledger.workers(1, time.nanoTime());
        }
        try {
            serveUntilRetired();
            retired = true;
        } catch (Throwable e) {
            LOG.warn(crew.config().name(), "a thread ends, and is replaced if need be", e);
        } finally {
            try {
                if (!retired) {
                    giveUp();
                }
            } finally {
                leave();
            }
        }
    }

    private void serveUntilRetired() {
        if (crew.measuresCpu()) {
            cpu = new CpuAccount();
        }
        TaskContext context = new TaskContext(ledger, clock, time);
        context.enter();
        // a task that is taken right after another one starts when that one ended: one reading of the clock for both
        long nowNanos = NO_TIME;
        boolean alive = true;
        while (alive) {
            if (backlog.poll(slot)) {
                if (searching) {
                    endSearch();
                    nowNanos = NO_TIME;
                }
                nowNanos = serve(context, nowNanos == NO_TIME ? time.nanoTime() : nowNanos);
                learn(context.hasWaited());
                alive = !crew.retireIfMoreThan(crew.config().maxThreads());
            } else {
                alive = awaitTask();
                nowNanos = NO_TIME;
            }
        }
    }

    /** Serves the task in the slot and returns when it ended. */
    private long serve(TaskContext context, long startNanos) {
        if (backlog.isDropping()) {
            backlog.skip(slot, NotRunReason.DROPPED);
        } else if (backlog.take(slot)) {
            return runner.serve(slot, context, startNanos);
        }
        return startNanos;
    }

    /** Notes whether the pool's tasks wait. */
    private void learn(boolean waited) {
        if (waited) {
            tasksUntilNoneWaits = TASKS_UNTIL_NONE_WAITS;
            search.noteWaitingTasks();
        } else if (tasksUntilNoneWaits > 0 && --tasksUntilNoneWaits == 0) {
            search.noteTasksThatDoNotWait();
        }
    }

    private void endSearch() {
        searching = false;
        search.end();
        if (!backlog.isEmpty()) {
            crew.call();
        }
    }

    /** Waits until there may be a task; returns false when the worker is to end, and then it is counted no more. */
    private boolean awaitTask() {
        if (searchOn()) {
            return true;
        }
        if (search.strategy() == IdleStrategy.END || crew.isShut()) {
            return !crew.retireIfMoreThan(0);
        }
        if (crew.retireIfMoreThan(crew.config().maxThreads())) {
            return false;
        }
        search.addParked(this);
        if (backlog.isEmpty() && !crew.isShut()) {
            return park();
        }
        if (!search.removeParked(this)) {
            noteWakeUp();
        }
        return true;
    }

    /** Looks for a task a little longer, as the idle strategy says. */
    @SuppressWarnings("ThreadPriorityCheck") // a hint only: nothing is wrong when the yield does nothing
    private boolean searchOn() {
        int yields = search.strategy().yields();
        if (yields > 0 && !searching) {
            searching = search.tryBegin();
        }
        for (int i = 0; i < yields && searching; i++) {
            Thread.yield();
            if (!backlog.isEmpty()) {
                return true;
            }
        }
        if (searching) {
            searching = false;
            search.end();
        }
        return false;
    }

    private boolean park() {
        CpuAccount account = cpu;
        if (account != null) {
            account.beforePark();
        }
        boolean stays = parkUntilWoken();
        if (account != null) {
            account.afterPark();
        }
        return stays;
    }

    private boolean parkUntilWoken() {
        long idleSince = time.nanoTime();
        while (!woken) {
            PoolConfig config = crew.config();
            if (crew.size() <= config.coreThreads()) {
                LockSupport.park(crew);
            } else {
                long left = config.keepAlive().toNanos() - (time.nanoTime() - idleSince);
                if (left > 0) {
                    LockSupport.parkNanos(crew, left);
                } else if (search.removeParked(this)) {
                    return !crew.retireIfMoreThan(config.coreThreads());
                }
            }
            Thread.interrupted();
        }
        noteWakeUp();
        return true;
    }

    /** The worker was taken off the idle ones, and is counted among the searching ones since. */
    private void noteWakeUp() {
        woken = false;
        searching = true;
    }

    /** Takes this worker, which can't go on for whatever reason, out of all counts. */
    private void giveUp() {
        if (!search.removeParked(this) && woken) {
            searching = true;
        }
        if (searching) {
            search.end();
        }
        try {
            if (slot.task != null) {
                backlog.skip(slot, NotRunReason.DROPPED);
            }
        } finally {
            crew.replaceOne();
        }
    }

    /** What the end of a thread always does, whatever was thrown before. */
    private void leave() {
        try {
            if (!virtual) {
                ledger.workers(-1, time.nanoTime());
            }
        } finally {
            crew.remove(this);
        }
    }

    @Override
    long cpuNanos() {
        CpuAccount account = cpu;
        return account == null ? 0 : account.busyNanos();
    }
}
