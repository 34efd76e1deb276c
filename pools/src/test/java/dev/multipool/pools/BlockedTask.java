package dev.multipool.pools;

import java.util.concurrent.CountDownLatch;

/** A task that keeps its thread until it is released or interrupted. */
final class BlockedTask implements Runnable {

    final CountDownLatch running = new CountDownLatch(1);
    final CountDownLatch ended = new CountDownLatch(1);
    volatile boolean interrupted;
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
    static BlockedTask occupy(MeasuredPool pool) throws InterruptedException {
        BlockedTask task = new BlockedTask();
        pool.execute(task);
        task.running.await();
        return task;
    }

    void release() {
        released.countDown();
    }
}
