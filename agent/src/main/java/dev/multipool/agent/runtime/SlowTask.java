package dev.multipool.agent.runtime;

import dev.multipool.pools.TaskOutcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A task that took long, for JMX, which knows getters only. */
public final class SlowTask {

    private static final int MOST_FRAMES = 5;

    private final String pool;
    private final String thread;
    private final @Nullable TaskOutcome outcome;
    private final long endedMillis;
    private final long queuedNanos;
    private final long servedNanos;
    private final String[] frames;

    /**
     * A task.
     *
     * @param outcome null while it runs
     * @param endedMillis when it ended, in milliseconds since 1970; 0 while it runs
     * @param frames of its thread when that was last looked at
     */
    SlowTask(
            @Nullable String pool,
            String thread,
            @Nullable TaskOutcome outcome,
            long endedMillis,
            long queuedNanos,
            long servedNanos,
            List<StackTraceElement> frames) {
        this.pool = pool == null ? "unnamed" : pool;
        this.thread = thread;
        this.outcome = outcome;
        this.endedMillis = endedMillis;
        this.queuedNanos = queuedNanos;
        this.servedNanos = servedNanos;
        // what runs on the class path is in no module: the application and its libraries, but not the JDK
        this.frames = frames.stream()
                .filter(frame -> frame.getModuleName() == null)
                .limit(MOST_FRAMES)
                .map(SlowTask::text)
                .toArray(String[]::new);
    }

    private static String text(StackTraceElement frame) {
        return frame.getClassName() + "." + frame.getMethodName() + "(" + frame.getFileName() + ":"
                + frame.getLineNumber() + ")";
    }

    public String getPool() {
        return pool;
    }

    /** The thread that ran it. */
    public String getThread() {
        return thread;
    }

    /** How it ended, or null while it runs. */
    public @Nullable String getOutcome() {
        return outcome == null ? null : outcome.name();
    }

    /** When it ended, in milliseconds since 1970; 0 while it runs. */
    public long getEndedMillis() {
        return endedMillis;
    }

    /** From its arrival to its begin. */
    public long getQueuedNanos() {
        return queuedNanos;
    }

    /** From its begin to its end, or until now. */
    public long getServedNanos() {
        return servedNanos;
    }

    /** The innermost frames of the application and its libraries when its thread was last looked at; may be empty. */
    public String[] getFrames() {
        return frames.clone();
    }
}
