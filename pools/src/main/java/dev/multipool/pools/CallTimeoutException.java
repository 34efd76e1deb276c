package dev.multipool.pools;

import java.time.Duration;

/** A call through a bulkhead took longer than it was allowed; it has been cancelled. */
public final class CallTimeoutException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String bulkheadName;
    private final Duration timeout;

    CallTimeoutException(String bulkheadName, Duration timeout) {
        super("bulkhead " + bulkheadName + ": call timed out (after " + DurationText.format(timeout) + ")");
        this.bulkheadName = bulkheadName;
        this.timeout = timeout;
    }

    /** Returns the bulkhead's name. */
    public String bulkheadName() {
        return bulkheadName;
    }

    /** Returns how long the call was allowed to take. */
    public Duration timeout() {
        return timeout;
    }
}
