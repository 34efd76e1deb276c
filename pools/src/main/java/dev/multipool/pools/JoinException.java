package dev.multipool.pools;

import org.jspecify.annotations.Nullable;

/** A join did not get all of its results. Carries which pool, which subtask, and how many had finished. */
public final class JoinException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Why a join failed. */
    public enum Reason {
        /** A subtask threw or was not run; it is the cause. */
        SUBTASK_FAILED("failed"),
        /** The pool did not take a subtask; the {@link PoolRejectedException} is the cause. */
        REJECTED("rejected"),
        /** The deadline passed first. */
        TIMED_OUT("timed out");

        private final String words;

        Reason(String words) {
            this.words = words;
        }
    }

    private final String poolName;
    private final Reason reason;
    private final int subtask;
    private final int finished;
    private final int fanOut;

    JoinException(String poolName, Reason reason, int subtask, int finished, int fanOut, @Nullable Throwable cause) {
        super(message(poolName, reason, subtask, finished, fanOut), cause);
        this.poolName = poolName;
        this.reason = reason;
        this.subtask = subtask;
        this.finished = finished;
        this.fanOut = fanOut;
    }

    private static String message(String poolName, Reason reason, int subtask, int finished, int fanOut) {
        String which = subtask < 0 ? "" : "subtask " + subtask + " ";
        return "join on pool " + poolName + ": " + which + reason.words + " (" + finished + " of " + fanOut
                + " subtasks finished)";
    }

    /** Returns the name of the pool that runs the subtasks. */
    public String poolName() {
        return poolName;
    }

    /** Returns why the join failed. */
    public Reason reason() {
        return reason;
    }

    /** Returns the index of the subtask that failed or was rejected, or -1 after a timeout. */
    public int subtask() {
        return subtask;
    }

    /** Returns how many subtasks had ended well. */
    public int finished() {
        return finished;
    }

    /** Returns how many subtasks there were. */
    public int fanOut() {
        return fanOut;
    }
}
