package dev.multipool.agent.program;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A virtual thread for each task; needs JDK 21. */
public final class VirtualThreadProgram {

    private static final int TASKS = 2000;
    /** Long beside what 2000 threads wait for a core between the ledger's clock and their own. */
    private static final long TASK_NANOS = 200_000_000;

    private VirtualThreadProgram() {}

    /** Runs tasks that wait, and one that fails. */
    public static void main(String[] arguments) throws Exception {
        ExecutorService pool = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        Truth truth = new Truth();
        for (int i = 0; i < TASKS; i++) {
            pool.execute(truth.task(TASK_NANOS));
        }
        Future<?> failing = pool.submit(() -> {
            throw new IllegalStateException("expected");
        });
        try {
            failing.get();
        } catch (ExecutionException e) {
            Ledgers.await("a pool", () -> !Ledgers.names().isEmpty());
        }
        String name = Ledgers.names().iterator().next();
        Ledgers.figure(name, 1);
        Ledgers.awaitEnds(name, TASKS + 1);
        truth.print();
        Ledgers.print(name);
    }
}
