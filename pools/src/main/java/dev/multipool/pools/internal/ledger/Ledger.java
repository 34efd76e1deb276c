package dev.multipool.pools.internal.ledger;

import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.NotRunReason;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolState;
import dev.multipool.pools.RejectReason;
import dev.multipool.pools.Rejections;
import dev.multipool.pools.TaskCounts;
import dev.multipool.pools.TaskOutcome;
import dev.multipool.pools.TaskTimes;
import dev.multipool.pools.WaitCause;
import dev.multipool.pools.WorkerTimes;
import dev.multipool.pools.internal.ledger.LedgerCell.Kind;
import dev.multipool.pools.internal.ledger.LedgerCell.Part;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Writes down what happens to a pool's tasks and threads. */
public final class Ledger {

    /*
     * Writers. The ledger is cut into cells. A thread that records takes a cell that nobody uses (one compare-and-set),
     * changes its plain fields, and gives it back. When a cell is taken, by another writer or by the reader, it takes
     * the next one, and when all are taken it adds one, so it does not wait. The number of cells follows the number of
     * threads that record at the same instant, about the number of cores. It does not follow the number of threads.
     *
     * A cell is given back whatever happens: the memory for a larger histogram, or for another cell, may not be there, and
     * then the writer makes do with what is.
     *
     * Ends. A task's end is recorded before anybody is told of it, so whoever waits for a task finds it in the next
     * snapshot. What its thread does with the telling comes afterwards, as time in service that belongs to no new task.
     *
     * Reader. It takes each cell in turn, swaps the part it wants for an empty one, and adds the parts to the totals
     * afterwards. A task's arrival is recorded before it is queued, its start before it runs, and its end last. The
     * reader collects all ends first, then all starts, then all arrivals. So it sees no end without its start and no
     * start without its arrival, although nobody is stopped meanwhile.
     *
     * Areas. The tasks in flight are integrated over time up to t. A task that left counts with the time it spent here,
     * and one that is still here with t - arrival. The sum of the latter is n * t - (sum of all arrival times - sum of the arrival
     * times of those that left). The sums may wrap around; their difference is right all the same. So it is for the tasks in
     * service, and for those whose threads still tell of them.
     */

    private static final int FIRST_CELLS = 2;
    /** Of so many cells a thread prefers one. There are more where writers lost their cores; each that is used fills caches. */
    private static final int CORES = Runtime.getRuntime().availableProcessors();

    private static final int DIGITS = 3;

    private final NanoClock clock;
    private final long createdNanos;
    private final Object reader = new Object();
    private final int digits;
    private volatile LedgerCell[] cells;

    // the rest: @GuardedBy("reader")
    private final PartCollector arriving;
    private final PartCollector starting;
    private final PartCollector ending;
    private final Part arrivals;
    private final Part starts;
    private final Part ends;

    /** A ledger whose distributions have three significant digits. */
    public Ledger(NanoClock clock) {
        this(clock, DIGITS);
    }

    /**
     * A ledger whose distributions have so many significant digits. With two of them instead of three a distribution is an eighth
     * as large, and so are its traces in the caches of the cores.
     */
    public Ledger(NanoClock clock, int digits) {
        this.clock = clock;
        this.digits = digits;
        this.createdNanos = clock.nanoTime();
        this.cells = moreCells(new LedgerCell[0], FIRST_CELLS);
        this.arriving = new PartCollector(Kind.ARRIVALS, digits);
        this.starting = new PartCollector(Kind.STARTS, digits);
        this.ending = new PartCollector(Kind.ENDS, digits);
        this.arrivals = arriving.total;
        this.starts = starting.total;
        this.ends = ending.total;
    }

    /** An accepted task arrived and found {@code depth} others queued. */
    public void arrived(long now, int depth) {
        LedgerCell cell = acquire();
        try {
            cell.arrivals.add(LedgerCell.ARRIVALS, 1);
            cell.arrivals.add(LedgerCell.ARRIVAL_TIMES, now);
            cell.arrivals.record(LedgerCell.DEPTHS, depth);
        } finally {
            cell.release();
        }
    }

    /** A task was turned away at the door. */
    public void rejected(RejectReason reason) {
        LedgerCell cell = acquire();
        try {
            cell.ends.add(LedgerCell.field(reason), 1);
        } finally {
            cell.release();
        }
    }

    /**
     * A task that {@link #arrived} was turned away at the door after all: for pools that are only observed, whose answer is
     * known later than its question. It spent no time here. Its meeting with the queue stays among the depths.
     */
    public void turnedAway(RejectReason reason, long arrivedNanos) {
        LedgerCell cell = acquire();
        try {
            cell.ends.add(LedgerCell.field(reason), 1);
            cell.ends.add(LedgerCell.TURNED_AWAY, 1);
            cell.ends.add(LedgerCell.ENDED_ARRIVAL_TIMES, arrivedNanos);
        } finally {
            cell.release();
        }
    }

    /** An accepted task left the queue unserved. */
    public void notRun(NotRunReason reason, long enqueuedNanos, long now) {
        LedgerCell cell = acquire();
        try {
            cell.ends.add(LedgerCell.field(reason), 1);
            cell.ends.add(LedgerCell.ENDED_ARRIVAL_TIMES, enqueuedNanos);
            cell.ends.add(LedgerCell.IN_SYSTEM, now - enqueuedNanos);
        } finally {
            cell.release();
        }
    }

    /** A task's service began. */
    public void started(long now) {
        LedgerCell cell = acquire();
        try {
            cell.started(now);
        } finally {
            cell.release();
        }
    }

    /** A task's service ended. If its thread tells of that, {@link #told} follows. */
    public void ended(TaskOutcome outcome, long enqueuedNanos, long startNanos, long now, boolean tells) {
        LedgerCell cell = acquire();
        try {
            Part part = cell.ends;
            part.add(LedgerCell.field(outcome), 1);
            part.add(LedgerCell.ENDED_ARRIVAL_TIMES, enqueuedNanos);
            part.add(LedgerCell.ENDED_START_TIMES, startNanos);
            part.add(LedgerCell.IN_SYSTEM, now - enqueuedNanos);
            if (tells) {
                part.add(LedgerCell.TELLINGS, 1);
                part.add(LedgerCell.TELLING_TIMES, now);
            }
            part.record(
                    LedgerCell.QUEUE_TIMES,
                    Math.max(0, startNanos - enqueuedNanos),
                    LedgerCell.SERVICE_TIMES,
                    Math.max(0, now - startNanos));
        } finally {
            cell.release();
        }
    }

    /** The thread of a task that ended at {@code endNanos} has told of it: what that took is part of the service. */
    public void told(long endNanos, long now) {
        LedgerCell cell = acquire();
        try {
            cell.ends.add(LedgerCell.TELLINGS, -1);
            cell.ends.add(LedgerCell.TELLING_TIMES, -endNanos);
            cell.ends.add(LedgerCell.SERVICE_TIMES, Math.max(0, now - endNanos));
        } finally {
            cell.release();
        }
    }

    /** Threads came (positive) or went (negative). */
    public void workers(int change, long now) {
        LedgerCell cell = acquire();
        try {
            cell.arrivals.add(LedgerCell.WORKERS, change);
            cell.arrivals.add(LedgerCell.WORKER_TIMES, change * now);
        } finally {
            cell.release();
        }
    }

    /** A thread in service waited. */
    public void waited(WaitCause cause, long nanos) {
        LedgerCell cell = acquire();
        try {
            cell.ends.add(LedgerCell.field(cause), nanos);
        } finally {
            cell.release();
        }
    }

    /** The place of a cause among the causes, in the order of the ledger's fields. */
    public static int waitIndex(WaitCause cause) {
        return LedgerCell.field(cause) - LedgerCell.JOIN_WAITS;
    }

    /** Returns the ledger since the pool's creation. */
    public LedgerSnapshot snapshot(PoolConfig config, LongSupplier cpuNanos) {
        synchronized (reader) {
            long now = collect();
            long cpu = cpuNanos.getAsLong();
            long ran = ran();
            long notRun = notRun();
            long accepted = arrivals.get(LedgerCell.ARRIVALS) - ends.get(LedgerCell.TURNED_AWAY);
            int workers = Math.toIntExact(arrivals.get(LedgerCell.WORKERS));
            int active = Math.toIntExact(starts.get(LedgerCell.STARTS) - ran);
            int inFlight = Math.toIntExact(accepted - ran - notRun);
            long serving = active * now - starts.get(LedgerCell.START_TIMES) + ends.get(LedgerCell.ENDED_START_TIMES);
            long staying =
                    inFlight * now - arrivals.get(LedgerCell.ARRIVAL_TIMES) + ends.get(LedgerCell.ENDED_ARRIVAL_TIMES);
            long telling = ends.get(LedgerCell.TELLINGS) * now - ends.get(LedgerCell.TELLING_TIMES);
            long inSystem = ends.get(LedgerCell.IN_SYSTEM);
            return new LedgerSnapshot(
                    new PoolState(
                            config.name(),
                            workers,
                            config.maxThreads(),
                            config.queueCapacity(),
                            active,
                            inFlight - active),
                    createdNanos,
                    now,
                    counts(accepted),
                    new WorkerTimes(
                            workers * now - arrivals.get(LedgerCell.WORKER_TIMES),
                            ends.get(LedgerCell.SERVICE_TIMES) + serving + telling,
                            cpu,
                            ends.get(LedgerCell.JOIN_WAITS),
                            ends.get(LedgerCell.IO_WAITS),
                            ends.get(LedgerCell.LOCK_WAITS)),
                    new TaskTimes(
                            ends.distribution(LedgerCell.QUEUE_TIMES, 0),
                            ends.distribution(LedgerCell.SERVICE_TIMES, 1),
                            arrivals.distribution(LedgerCell.DEPTHS, 0),
                            inSystem,
                            inSystem + staying));
        }
    }

    private TaskCounts counts(long accepted) {
        long poolFull = ends.get(LedgerCell.POOL_FULL);
        long queueFull = ends.get(LedgerCell.QUEUE_FULL);
        long shutDown = ends.get(LedgerCell.SHUT_DOWN);
        return new TaskCounts(
                accepted + poolFull + queueFull + shutDown,
                ends.get(LedgerCell.COMPLETIONS),
                ends.get(LedgerCell.FAILURES),
                ends.get(LedgerCell.CANCELLED_QUEUED) + ends.get(LedgerCell.CANCELLED_RUNNING),
                ends.get(LedgerCell.DROPPED),
                new Rejections(poolFull, queueFull, ends.get(LedgerCell.EXPIRED), shutDown));
    }

    private long ran() {
        return ends.get(LedgerCell.COMPLETIONS)
                + ends.get(LedgerCell.FAILURES)
                + ends.get(LedgerCell.CANCELLED_RUNNING);
    }

    private long notRun() {
        return ends.get(LedgerCell.CANCELLED_QUEUED) + ends.get(LedgerCell.DROPPED) + ends.get(LedgerCell.EXPIRED);
    }

    /** Collects what was recorded and returns when: the end of the snapshot's window. */
    private long collect() {
        starting.prepare(cells.length);
        arriving.prepare(cells.length);
        ending.take(cells);
        starting.take(cells);
        arriving.take(cells);
        long now = clock.nanoTime();
        ending.addUp();
        starting.addUp();
        arriving.addUp();
        return now;
    }

    private LedgerCell acquire() {
        LedgerCell cell = acquireFree();
        return cell == null ? acquireNew() : cell;
    }

    private @Nullable LedgerCell acquireFree() {
        LedgerCell[] all = cells;
        // threads are spread over the cells by their id, multiplied so that neighbours land apart
        long spread = (Thread.currentThread().getId() * 0x9E3779B9L) & 0xFFFFFFFFL;
        int first = (int) ((spread * Math.min(all.length, CORES)) >>> 32);
        for (int i = first; i < all.length; i++) {
            if (all[i].tryAcquire()) {
                return all[i];
            }
        }
        for (int i = 0; i < first; i++) {
            if (all[i].tryAcquire()) {
                return all[i];
            }
        }
        return null;
    }

    private LedgerCell acquireNew() {
        try {
            return addCell();
        } catch (OutOfMemoryError e) {
            return awaitFree();
        }
    }

    /** Takes a cell that exists as soon as one is given back: without memory for another one, a thread does wait. */
    @SuppressWarnings("ThreadPriorityCheck") // a writer holds its cell for some 50 ns
    private LedgerCell awaitFree() {
        LedgerCell cell = acquireFree();
        while (cell == null) {
            Thread.yield();
            cell = acquireFree();
        }
        return cell;
    }

    private synchronized LedgerCell addCell() {
        LedgerCell[] more = moreCells(cells, 1);
        LedgerCell added = more[more.length - 1];
        added.tryAcquire();
        cells = more;
        return added;
    }

    private LedgerCell[] moreCells(LedgerCell[] cells, int more) {
        LedgerCell[] all = Arrays.copyOf(cells, cells.length + more);
        for (int i = cells.length; i < all.length; i++) {
            all[i] = new LedgerCell(digits);
        }
        return all;
    }
}
