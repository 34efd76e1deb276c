package dev.multipool.agent.program;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
