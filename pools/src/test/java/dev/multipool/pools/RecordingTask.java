package dev.multipool.pools;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A task that remembers what it was told. */
public class RecordingTask implements PoolTask {

    public final CountDownLatch done = new CountDownLatch(1);
    public final List<String> told = new ArrayList<>();
    public volatile boolean cancelled;
    private final long deadlineNanos;

    public RecordingTask() {
        this(NO_DEADLINE);
    }

    public RecordingTask(long deadlineNanos) {
        this.deadlineNanos = deadlineNanos;
    }

    @Override
    public synchronized void run() {
        told.add("run");
        done.countDown();
    }

    @Override
    public synchronized void notRun(NotRunReason reason) {
        told.add(reason.name());
        done.countDown();
    }

    @Override
    public long deadlineNanos() {
        return deadlineNanos;
    }

    @Override
    public boolean isCancelled() {
        return cancelled;
    }

    public synchronized List<String> told() {
        return List.copyOf(told);
    }
}
