package dev.multipool.agent.runtime;

import dev.multipool.pools.NanoClock;
import dev.multipool.pools.NotRunReason;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.ForkJoinTask;
import org.jspecify.annotations.Nullable;

/**
 * What woven code calls, on the application's threads. Nothing is thrown from here, and nothing is done between a detach and
 * the next attach.
 */
public final class Hooks {
    private static final NanoClock CLOCK = NanoClock.system();

    private static volatile @Nullable Observation current;

    private Hooks() {}

    /** Tells this observation from now on, or none. */
    public static void observe(@Nullable Observation observation) {
        current = observation;
    }

    /** A pool was made. */
    public static void made(Object pool) {
        Observation observation = current;
        if (observation != null) {
            try {
                observation.made(pool);
            } catch (Throwable e) {
                observation.failed(e);
            }
        }
    }

    /** A framework has a name for a pool that is not its own. */
    public static void named(@Nullable Object pool, @Nullable String name) {
        Observation observation = current;
        if (observation != null && pool != null && name != null) {
            try {
                observation.named(pool, name);
            } catch (Throwable e) {
                observation.failed(e);
            }
        }
    }

    /** A task is about to be offered to a pool; returns when, for {@link #offerThrew}. */
    public static long offered(Object pool, @Nullable Object task) {
        Observation observation = current;
        if (observation != null && task != null) {
            try {
                return observation.offered(pool, task);
            } catch (Throwable e) {
                observation.failed(e);
            }
        }
        return 0;
    }

    /** Offering a task threw, and that was no rejection. */
    public static void offerThrew(Object pool, @Nullable Object task, long arrived) {
        Observation observation = current;
        if (observation != null && task != null) {
            try {
                observation.offerThrew(pool, task, arrived);
            } catch (Throwable e) {
                observation.failed(e);
            }
        }
    }

    /** A task was not accepted. */
    public static void turnedAway(Object pool, @Nullable Object task) {
        Observation observation = current;
        if (observation != null && task != null) {
            try {
                observation.turnedAway(pool, task);
            } catch (Throwable e) {
                observation.failed(e);
            }
        }
    }

    /**
     * The current thread is about to wait; returns whether {@link #joinEnds} is to follow.
     *
     * @param awaited what it waits for
     * @param key what {@link #released} tells when the wait ends
     */
    public static boolean joinBegins(Object awaited, Object key) {
        Observation observation = current;
        if (observation != null) {
            try {
                return observation.joinBegins(awaited, key);
            } catch (Throwable e) {
                observation.failed(e);
            }
        }
        return false;
    }

    /** The current thread waits no longer. */
    public static void joinEnds() {
        Observation observation = current;
        if (observation != null) {
            try {
                observation.joinEnds();
            } catch (Throwable e) {
                observation.failed(e);
            }
        }
    }

    /** The current thread ends the waits for {@code key}, or brings their end nearer. */
    public static void released(@Nullable Object key) {
        Observation observation = current;
        if (observation != null && key != null) {
            try {
                observation.released(key);
            } catch (Throwable e) {
                observation.failed(e);
            }
        }
    }

    /** The current thread, which was just started, is one of the pool's and has its first task, if any. */
    public static void workerBegins(Object pool, @Nullable Object firstTask) {
        Observation observation = current;
        if (observation != null) {
            try {
                observation.workerBegins(pool, firstTask);
            } catch (Throwable e) {
                observation.failed(e);
            }
        }
    }

    /**
     * The current thread, one of the pool's, has done its task and asks for the next one. Null is the pool it was last in.
     *
     * @return who asks, for {@link #taskTakenBy}; a thread that waits for long must keep nothing else of ours
     */
    public static @Nullable WeakReference<?> taskWanted(@Nullable Object pool) {
        Observation observation = current;
        if (observation != null) {
            try {
                return observation.taskWanted(pool);
            } catch (Throwable e) {
                observation.failed(e);
            }
        }
        return null;
    }

    /** As {@link #taskTaken(Object, Object)}, and spares it a look: {@code who} is what {@link #taskWanted} returned. */
    public static void taskTakenBy(@Nullable WeakReference<?> who, Object pool, @Nullable Object task) {
        Observation observation = current;
        if (observation != null && task != null) {
            try {
                observation.taskTakenBy(who, pool, task);
            } catch (Throwable e) {
                observation.failed(e);
            }
        }
    }

    /**
     * The current thread, one of the pool's, has got its next task, or none if it has to end. Null is the pool that the thread
     * was last in.
     */
    public static void taskTaken(@Nullable Object pool, @Nullable Object task) {
        taskTaken(pool, task, task);
    }

    /** As {@link #taskTaken(Object, Object)}; {@code inner}, inside of what was offered, is what may be a future. */
    public static void taskTaken(@Nullable Object pool, @Nullable Object task, @Nullable Object inner) {
        Observation observation = current;
        if (observation != null && task != null && inner != null) {
            try {
                observation.taskTaken(pool, task, inner);
            } catch (Throwable e) {
                observation.failed(e);
            }
        }
    }

    /** The task of the current thread, one of the pool's, threw. Null is the pool that the thread was last in. */
    public static void taskThrew(@Nullable Object pool) {
        Observation observation = current;
        if (observation != null) {
            try {
                observation.taskThrew(pool);
            } catch (Throwable e) {
                observation.failed(e);
            }
        }
    }

    /** The current thread, which was offered to the pool, gets what it waited for. */
    public static void leased(Object pool, Object lent) {
        Observation observation = current;
        if (observation != null) {
            try {
                observation.leased(pool, lent);
            } catch (Throwable e) {
                observation.failed(e);
            }
        }
    }

    /** What was lent is given back, by whatever thread. */
    public static void leaseReturned(Object pool, Object lent) {
        Observation observation = current;
        if (observation != null) {
            try {
                observation.leaseReturned(pool, lent);
            } catch (Throwable e) {
                observation.failed(e);
            }
        }
    }

    /** The current thread was offered to a pool of threads that have one task each, and begins. */
    public static void threadBegins(Object pool) {
        leased(pool, Thread.currentThread());
    }

    /** The current thread, one of a pool of threads that have one task each, has done it. */
    public static void threadEnds(Object pool, Object task, boolean threw) {
        Observation observation = current;
        if (observation != null) {
            try {
                observation.threadEnds(pool, task, threw);
            } catch (Throwable e) {
                observation.failed(e);
            }
        }
    }

    /** How long ago something arrived, by the clock that told when it did. */
    public static long nanosSince(long arrived) {
        return CLOCK.nanoTime() - arrived;
    }

    /** The current thread, which was offered to the pool, has waited for too long. */
    public static void leaseExpired(Object pool) {
        left(NotRunReason.EXPIRED, pool, Thread.currentThread());
    }

    /** A task is about to run; returns whether it was submitted to a pool that is observed, and not forked. */
    public static boolean forkJoinBegins(ForkJoinTask<?> task) {
        Observation observation = current;
        if (observation != null) {
            try {
                return observation.forkJoinBegins(task);
            } catch (Throwable e) {
                observation.failed(e);
            }
        }
        return false;
    }

    /** A task has run that was submitted to a pool. */
    public static void forkJoinEnds(ForkJoinTask<?> task) {
        Observation observation = current;
        if (observation != null) {
            try {
                observation.forkJoinEnds(task);
            } catch (Throwable e) {
                observation.failed(e);
            }
        }
    }

    /** The current thread, one of the pool's, ends, maybe because its task threw. */
    public static void workerEnds(Object pool, boolean threw) {
        Observation observation = current;
        if (observation != null) {
            try {
                observation.workerEnds(pool, threw);
            } catch (Throwable e) {
                observation.failed(e);
            }
        }
    }

    /** The owner of a task took it out of the queue. */
    public static void removed(Object pool, @Nullable Object task) {
        left(NotRunReason.CANCELLED, pool, task);
    }

    /** A task was taken out of the queue to make room for another one. */
    public static void discarded(Object pool, @Nullable Object task) {
        left(NotRunReason.DROPPED, pool, task);
    }

    private static void left(NotRunReason reason, Object pool, @Nullable Object task) {
        Observation observation = current;
        if (observation != null && task != null) {
            try {
                observation.left(reason, pool, task);
            } catch (Throwable e) {
                observation.failed(e);
            }
        }
    }

    /** All cancelled tasks are about to be taken out of the queue; returns which these are. */
    public static Object @Nullable [] purging(Object pool) {
        Observation observation = current;
        if (observation != null) {
            try {
                ObservedPool observed = observation.observed(pool);
                return observed == null ? null : observed.cancelled();
            } catch (Throwable e) {
                observation.failed(e);
            }
        }
        return null;
    }

    /** These tasks, which were cancelled, were taken out of the queue. */
    public static void purged(Object pool, Object @Nullable [] cancelled) {
        Observation observation = current;
        if (observation != null && cancelled != null) {
            try {
                ObservedPool observed = observation.observed(pool);
                if (observed != null) {
                    observed.purged(cancelled);
                }
            } catch (Throwable e) {
                observation.failed(e);
            }
        }
    }

    /** The pool was stopped, and these tasks are not run. */
    public static void dropped(Object pool, @Nullable List<?> tasks) {
        Observation observation = current;
        if (observation != null && tasks != null) {
            try {
                observation.dropped(pool, tasks);
            } catch (Throwable e) {
                observation.failed(e);
            }
        }
    }
}
