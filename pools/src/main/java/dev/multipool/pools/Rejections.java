package dev.multipool.pools;

/** How many tasks were rejected, by reason. */
public record Rejections(long poolFull, long queueFull, long queueExpired, long shutDown) {

    /** Returns the count of one reason. */
    public long of(RejectReason reason) {
        return switch (reason) {
            case POOL_FULL -> poolFull;
            case QUEUE_FULL -> queueFull;
            case QUEUE_EXPIRED -> queueExpired;
            case SHUT_DOWN -> shutDown;
        };
    }

    /** Returns the count of all reasons. */
    public long total() {
        return poolFull + queueFull + queueExpired + shutDown;
    }

    Rejections minus(Rejections earlier) {
        return new Rejections(
                poolFull - earlier.poolFull,
                queueFull - earlier.queueFull,
                queueExpired - earlier.queueExpired,
                shutDown - earlier.shutDown);
    }
}
