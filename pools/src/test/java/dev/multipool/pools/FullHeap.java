package dev.multipool.pools;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A program whose heap is full while tasks of a pool end; for {@link FullHeapIT}. */
final class FullHeap {

    private static final int TASKS = 300;
    private static final long FULL_NANOS = 800_000_000;

    private static volatile boolean full;

    private FullHeap() {}

    /** Prints {@code survived} when the pool has; hangs or fails otherwise. */
    public static void main(String[] arguments) throws Exception {
        MeasuredPool pool = Pools.create(PoolConfig.parse("p", "fixed:threads=2,queue=1000"));
        for (int i = 0; i < TASKS; i++) {
            int number = i;
            pool.execute(() -> work(number));
        }

        boolean filled = fill();

        check("took memory", filled);
        check("serves", pool.submit(() -> 42).get(10, TimeUnit.SECONDS) == 42);
        List<BlockedTask> busy = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            BlockedTask task = new BlockedTask();
            pool.execute(task);
            check("has both threads", task.running.await(10, TimeUnit.SECONDS));
            busy.add(task);
        }
        check("counts two threads", pool.snapshot().state().threads() == 2);
        busy.forEach(BlockedTask::release);
        check("stops", pool.stop(Duration.ofSeconds(10)));
        TaskCounts counts = pool.snapshot().counts();
        check("counts " + counts, counts.arrivals() == TASKS + 3 && counts.ended() == counts.arrivals());
        System.out.println("survived");
    }

    /** Takes longer and longer, so that the ledger's histograms must grow, and throws now and then, which must be logged. */
    private static void work(int number) {
        while (number > 10 && !full) {
            Thread.onSpinWait();
        }
        long end = System.nanoTime() + 1_000L * (number % 50) * (number % 50) * (number % 10);
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
        if (number % 3 == 0) {
            throw new IllegalStateException("expected by the test");
        }
    }

    /** Takes all memory, in ever smaller pieces, and what is given back too, for a while. */
    private static boolean fill() {
        Node taken = null;
        long fullSince = 0;
        int size = 1 << 20;
        while (!full || System.nanoTime() - fullSince < FULL_NANOS) {
            try {
                taken = new Node(new byte[size], taken);
            } catch (OutOfMemoryError e) {
                size = Math.max(16, size / 2);
                if (size == 16 && !full) {
                    fullSince = System.nanoTime();
                    full = true;
                }
            }
        }
        // no word before the memory is given back: that would need some
        return taken != null;
    }

    private static void check(String what, boolean holds) {
        if (!holds) {
            System.out.println("not true: " + what);
            Runtime.getRuntime().halt(1);
        }
    }

    private static final class Node {

        @SuppressWarnings("UnusedVariable") // only takes memory
        private final byte[] bytes;

        @SuppressWarnings("UnusedVariable")
        private final @Nullable Node next;

        Node(byte[] bytes, @Nullable Node next) {
            this.bytes = bytes;
            this.next = next;
        }
    }
}
