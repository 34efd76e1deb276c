package dev.multipool.pools;

/** Why a pool did not run a task that it was offered: one reason per cause, each with its own counter. */
public enum RejectReason {
    /** Every thread is busy and the pool has no queue. */
    POOL_FULL("pool full"),
    /** Every thread is busy and every queue slot is taken. */
    QUEUE_FULL("queue full"),
    /** The task was queued longer than its deadline or the pool's queue timeout allowed. */
    QUEUE_EXPIRED("expired in the queue"),
    /** The pool is stopping or stopped. */
    SHUT_DOWN("shut down");

    private final String words;

    RejectReason(String words) {
        this.words = words;
    }

    /** Returns the reason as people read it, for example {@code queue full}. */
    public String words() {
        return words;
    }
}
