package dev.multipool.agent.program;

import java.sql.SQLTransientConnectionException;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What borrowers know of their own waits, to compare a ledger with. */
final class Leases {

    private static final int WARM_UP = 20;
    private static final int CALLS = 60;
    private static final int CALLERS = 6;
    /** What {@link #compareEdges} borrows in all. */
    static final int EDGE_CALLS = 30;
    /** What {@link #compare} borrows in all. */
    static final int ALL = WARM_UP + CALLS;

    private static final int HOLDS_EVERY = 20_000;
    private static final long HOLD_NANOS = 200_000;
    private static final long LONG_HOLD_NANOS = 400_000_000;

    private Leases() {}

    /** Six threads borrow for 50 ms each, from a pool that has lent so often {@code before}; prints what they saw beside what the pool's ledger says. */
    static void compare(String name, int before, Callable<? extends AutoCloseable> lender) throws Exception {
        for (int i = 0; i < WARM_UP; i++) {
            lender.call().close();
        }
        int warm = before + WARM_UP;
        Ledgers.awaitEnds(name, warm);
        double waited = Ledgers.read(name, "MeanQueueTimeNanos") * warm;
        double held = Ledgers.read(name, "MeanServiceTimeNanos") * warm;
        lend(lender);
        int all = before + ALL;
        Ledgers.awaitEnds(name, all);
        Ledgers.figure("ledgerWait", (Ledgers.read(name, "MeanQueueTimeNanos") * all - waited) / CALLS);
        Ledgers.figure("ledgerHold", (Ledgers.read(name, "MeanServiceTimeNanos") * all - held) / CALLS);
    }

    /**
     * Many threads borrow for some 0.2 ms each, so often in all, and hold everything for a while now and then, so that others wait in
     * vain; prints what they saw beside the ledger of a pool that nobody has borrowed from before.
     *
     * @param all what {@code lender} lends at most at a time
     */
    static void many(String name, int calls, int all, Callable<? extends AutoCloseable> lender) throws Exception {
        LongAdder wait = new LongAdder();
        LongAdder hold = new LongAdder();
        LongAdder expired = new LongAdder();
        AtomicInteger left = new AtomicInteger(calls);
        inThreads(2 * all, () -> {
            for (int call = left.decrementAndGet(); call >= 0; call = left.decrementAndGet()) {
                // all that is there is held at the beginning, and from time to time
                long nanos = call % HOLDS_EVERY < all ? LONG_HOLD_NANOS : HOLD_NANOS;
                long asked = System.nanoTime();
                try {
                    AutoCloseable lent = lender.call();
                    long got = System.nanoTime();
                    wait.add(got - asked);
                    Truth.pause(got, nanos);
                    hold.add(System.nanoTime() - got);
                    lent.close();
                } catch (NoSuchElementException | TimeoutException | SQLTransientConnectionException e) {
                    expired.increment();
                }
            }
            return true;
        });
        Ledgers.awaitEnds(name, calls);
        double got = calls - (double) expired.sum();
        Ledgers.figure("expired", (double) expired.sum());
        Ledgers.figure("wait", wait.sum() / got);
        Ledgers.figure("hold", hold.sum() / got);
        Ledgers.figure("ledgerWait", Ledgers.read(name, "MeanQueueTimeNanos"));
        Ledgers.figure("ledgerHold", Ledgers.read(name, "MeanServiceTimeNanos"));
        Ledgers.print(name);
    }

    /** Tasks of a pool borrow for 20 ms each; prints what they saw, and what the graph tells. */
    static void compareEdges(String name, ExecutorService outer, Callable<? extends AutoCloseable> lender)
            throws Exception {
        LongAdder wait = new LongAdder();
        LongAdder hold = new LongAdder();
        // loads what both clocks would not see alike; this thread is no pool's
        for (int i = 0; i < WARM_UP; i++) {
            borrow(lender, 0, new LongAdder(), new LongAdder());
        }
        List<Future<Boolean>> done = outer.invokeAll(Collections.nCopies(EDGE_CALLS, () -> {
            borrow(lender, 20, wait, hold);
            return true;
        }));
        for (Future<Boolean> each : done) {
            each.get();
        }
        Ledgers.awaitEnds(name, EDGE_CALLS);
        Ledgers.figure("wait", (double) wait.sum());
        Ledgers.figure("hold", (double) hold.sum());
        Ledgers.figure("ledgerLock", Ledgers.read(name, "LockWaitNanos"));
        GraphProgram.printEdges();
    }

    private static void borrow(Callable<? extends AutoCloseable> lender, long millis, LongAdder wait, LongAdder hold)
            throws Exception {
        long asked = System.nanoTime();
        AutoCloseable lent = lender.call();
        long got = System.nanoTime();
        wait.add(got - asked);
        Thread.sleep(millis);
        hold.add(System.nanoTime() - got);
        lent.close();
    }

    private static void lend(Callable<? extends AutoCloseable> lender) throws InterruptedException, ExecutionException {
        LongAdder wait = new LongAdder();
        LongAdder hold = new LongAdder();
        AtomicInteger left = new AtomicInteger(CALLS);
        inThreads(CALLERS, () -> {
            while (left.getAndDecrement() > 0) {
                borrow(lender, 50, wait, hold);
            }
            return true;
        });
        Ledgers.figure("wait", (double) wait.sum() / CALLS);
        Ledgers.figure("hold", (double) hold.sum() / CALLS);
    }

    /** Does something in so many threads at once, and waits for all of them. */
    static void inThreads(int threads, Callable<Boolean> work) throws InterruptedException, ExecutionException {
        ExecutorService callers = Executors.newFixedThreadPool(threads);
        List<Future<Boolean>> done = callers.invokeAll(Collections.nCopies(threads, work));
        callers.shutdown();
        for (Future<Boolean> each : done) {
            each.get();
        }
    }
}
