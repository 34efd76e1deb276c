package dev.multipool.pools;

import java.util.concurrent.CountDownLatch;

/** A task that keeps its thread until it is released or interrupted. */
public final class BlockedTask implements Runnable {

    public final CountDownLatch running = new CountDownLatch(1);
    public final CountDownLatch ended = new CountDownLatch(1);
    public volatile boolean interrupted;
    private final CountDownLatch released = new CountDownLatch(1);

    @Override
    public void run() {
        running.countDown();
        try {
            released.await();
        } catch (InterruptedException e) {
            interrupted = true;
        }
        ended.countDown();
    }

    /** Occupies one thread of the pool and returns when it does. */
    public static BlockedTask occupy(MeasuredPool pool) throws InterruptedException {
        BlockedTask task = new BlockedTask();
        pool.execute(task);
        task.running.await();
        return task;
    }

    /** Whether it never ran, or was interrupted: on a slow machine a short deadline can pass before it runs. */
    public boolean isOver() {
        return running.getCount() == 1 || interrupted;
    }

    public void release() {
        released.countDown();
    }
}
