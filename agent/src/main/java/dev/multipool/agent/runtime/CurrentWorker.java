package dev.multipool.agent.runtime;

import java.lang.ref.WeakReference;

/** A worker as its own thread finds it: with its pool, and the observation that it belongs to. */
final class CurrentWorker extends Worker {

    private final Object observation;
    private final WeakReference<Object> asKnown;
    private final ObservedPool pool;
    private final WeakReference<CurrentWorker> reference = new WeakReference<>(this);

    /**
     * The current thread is one of the pool's.
     *
     * @param observation which one it is that has the pool: asked for its identity alone
     * @param asKnown the pool as the thread knows it: it may be a part of this one
     */
    CurrentWorker(Object observation, WeakReference<Object> asKnown, ObservedPool pool) {
        super(pool.ledger(), pool.newCourse(), pool.slowTasks());
        this.observation = observation;
        this.asKnown = asKnown;
        this.pool = pool;
    }

    /** Whose it is. */
    ObservedPool pool() {
        return pool;
    }

    /** What the thread keeps of it. */
    WeakReference<CurrentWorker> reference() {
        return reference;
    }

    /** Whether the thread knows its pool as this one. */
    boolean isKnownAs(Object somebodysPool) {
        return asKnown.refersTo(somebodysPool);
    }

    /** Whether it belongs to this observation, and not to one that is over. */
    boolean isOf(Object current) {
        return observation == current;
    }
}
