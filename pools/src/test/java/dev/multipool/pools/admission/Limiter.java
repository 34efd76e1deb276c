package dev.multipool.pools.admission;

/** What the simulator asks at the door; the designs that were tried, and fixed limits. */
interface Limiter {

    /** The most calls in flight now. */
    int limit();

    boolean tryAdmit(int inFlight);

    void completed(long nowNanos, long queueNanos, long serviceNanos);

    /** A limit that never changes: what a hand-tuned pool does. */
    static Limiter fixed(int limit) {
        return new Limiter() {
            @Override
            public int limit() {
                return limit;
            }

            @Override
            public boolean tryAdmit(int inFlight) {
                return inFlight < limit;
            }

            @Override
            public void completed(long nowNanos, long queueNanos, long serviceNanos) {}
        };
    }
}
