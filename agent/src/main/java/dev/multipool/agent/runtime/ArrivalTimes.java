package dev.multipool.agent.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * When each task that waits arrived, without a wrapper around the task and without a reference to it.
 *
 * <p><b>Threads:</b> any; nothing waits for another thread, but for the rare task that finds no slot.
 *
 * <p><b>Invariant:</b> what was put in and what was taken out have the same sum once all is taken out. So a pool's mean
 * queue time is exact, also where two tasks can't be told apart.
 */
final class ArrivalTimes {

    /*
     * A task is known by its identity hash, 31 bits that the JVM keeps in the object's header. Two tasks with the same hash,
     * or one that was submitted twice, may get each other's times: the sum is not changed by that. Hashes are no references,
     * so a task that leaves a queue in a way that nobody sees is not kept alive; sweep() finds what it left behind.
     *
     * A slot is free (0), reserved (-1) or holds a hash. Whoever turns it from free to reserved writes the time and then the
     * hash. Whoever turns it from the hash to reserved reads the time and then frees it. A hash may be in two buckets of
     * eight slots. Beyond these its time is added to the sum of all such times of its hash, and whoever looks for one of those
     * gets their mean. It is by hash, since many that look have never been put in: they must not get another's. A table that is
     * filled to a quarter is followed by one of twice the size; the old one is searched after it. Nothing is allocated while the
     * number of waiting tasks stays below what it has been, but for tasks without a slot.
     */

    /** No such task waits. */
    static final long NONE = Long.MIN_VALUE;

    private static final int FREE = 0;
    private static final int RESERVED = -1;
    private static final int BUCKET = 8;
    private static final int FIRST_SLOTS = 128;
    private static final int MOST_SLOTS = 1 << 20;
    /** With one slot in four taken, a task finds two full buckets about once in a million times (simulated). */
    private static final int BUSIEST = 4;

    private static final VarHandle KEYS = MethodHandles.arrayElementVarHandle(int[].class);

    private static final AtomicIntegerFieldUpdater<ArrivalTimes> WAITING =
            AtomicIntegerFieldUpdater.newUpdater(ArrivalTimes.class, "waiting");

    /** Changed by {@link #WAITING}: an object of its own would be one more thing to fetch from memory. */
    private volatile int waiting;

    private final Crowd crowd = new Crowd();
    private volatile Table newest = new Table(FIRST_SLOTS, null);

    /** How many tasks wait. */
    int size() {
        return waiting;
    }

    /** Notes that a task arrived and returns how many others waited. */
    int put(int hash, long now) {
        int others = WAITING.getAndIncrement(this);
        try {
            Table table = newest;
            if (others > table.keys.length / BUSIEST && table.keys.length < MOST_SLOTS) {
                table = grow(table);
            }
            if (!table.put(hash, now)) {
                crowd.put(hash, now);
            }
        } catch (Throwable noMemory) {
            WAITING.getAndDecrement(this);
            throw noMemory;
        }
        return Math.max(0, others);
    }

    /** Whether a task of that hash waits, and has a slot. */
    boolean contains(int hash) {
        if (size() > 0) {
            for (Table table = newest; table != null; table = table.older) {
                if (table.contains(hash)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Takes out the time of a task that arrived, the earliest if there are several, or {@link #NONE}. */
    long take(int hash) {
        return take(hash, false);
    }

    /** Takes out the time of the task that arrived last, if there are several, or {@link #NONE}. */
    long takeLatest(int hash) {
        return take(hash, true);
    }

    private long take(int hash, boolean latest) {
        long found = takeFromTables(hash, latest);
        if (found == NONE && size() > 0) {
            // another task with this hash may have taken this one's slot, and left its own where was looked before
            found = takeFromTables(hash, latest);
        }
        return found == NONE ? takeFromCrowd(hash) : found;
    }

    /** Takes out a task that arrived at this time, and tells whether it was there. */
    boolean takeExactly(int hash, long arrived) {
        for (Table table = newest; table != null; table = table.older) {
            if (table.takeExactly(hash, arrived)) {
                WAITING.getAndDecrement(this);
                return true;
            }
        }
        return false;
    }

    private long takeFromTables(int hash, boolean latest) {
        for (Table table = newest; table != null; table = table.older) {
            long found = table.take(hash, latest);
            if (found != NONE) {
                WAITING.getAndDecrement(this);
                return found;
            }
        }
        return NONE;
    }

    private long takeFromCrowd(int hash) {
        long found = crowd.take(hash);
        if (found != NONE) {
            WAITING.getAndDecrement(this);
        }
        return found;
    }

    /**
     * Takes out the tasks that arrived before {@code before} and are none of those that {@code present} names.
     *
     * @param present identity hashes in ascending order
     * @param gone is told when each arrived
     */
    void sweep(int[] present, long before, LongConsumer gone) {
        for (Table table = newest; table != null; table = table.older) {
            for (int i = 0; i < table.keys.length; i++) {
                int key = (int) KEYS.getAcquire(table.keys, i);
                if (key != FREE
                        && key != RESERVED
                        && table.times[i] - before < 0
                        && Arrays.binarySearch(present, key) < 0
                        && KEYS.compareAndSet(table.keys, i, key, RESERVED)) {
                    long arrived = table.times[i];
                    KEYS.setRelease(table.keys, i, FREE);
                    WAITING.getAndDecrement(this);
                    gone.accept(arrived);
                }
            }
        }
    }

    private synchronized Table grow(Table full) {
        if (newest == full) {
            newest = new Table(full.keys.length * 2, full);
        }
        return newest;
    }

    /** Hashes and times, by slot. */
    private static final class Table {
        final int[] keys;
        final long[] times;
        final @Nullable Table older;
        private final int shift;

        Table(int slots, @Nullable Table older) {
            keys = new int[slots];
            times = new long[slots];
            this.older = older;
            shift = Integer.SIZE - Integer.numberOfTrailingZeros(slots / BUCKET);
        }

        boolean put(int hash, long now) {
            return putInto(first(hash), hash, now) || putInto(second(hash), hash, now);
        }

        long take(int hash, boolean latest) {
            long found = takeFrom(first(hash), hash, latest);
            return found == NONE ? takeFrom(second(hash), hash, latest) : found;
        }

        boolean takeExactly(int hash, long arrived) {
            return takeExactlyFrom(first(hash), hash, arrived) || takeExactlyFrom(second(hash), hash, arrived);
        }

        private boolean takeExactlyFrom(int from, int hash, long arrived) {
            for (int i = from; i < from + BUCKET; i++) {
                if ((int) KEYS.getAcquire(keys, i) == hash
                        && times[i] == arrived
                        && KEYS.compareAndSet(keys, i, hash, RESERVED)) {
                    // it may have become another one's meanwhile
                    boolean isIt = times[i] == arrived;
                    KEYS.setRelease(keys, i, isIt ? FREE : hash);
                    if (isIt) {
                        return true;
                    }
                }
            }
            return false;
        }

        boolean contains(int hash) {
            return find(first(hash), hash, false) >= 0 || find(second(hash), hash, false) >= 0;
        }

        private int first(int hash) {
            return ((hash * 0x9E3779B9) >>> shift) * BUCKET;
        }

        private int second(int hash) {
            return ((hash * 0x85EBCA6B) >>> shift) * BUCKET;
        }

        private boolean putInto(int from, int hash, long now) {
            for (int i = from; i < from + BUCKET; i++) {
                if (keys[i] == FREE && KEYS.compareAndSet(keys, i, FREE, RESERVED)) {
                    times[i] = now;
                    KEYS.setRelease(keys, i, hash);
                    return true;
                }
            }
            return false;
        }

        private long takeFrom(int from, int hash, boolean latest) {
            while (true) {
                int slot = find(from, hash, latest);
                if (slot < 0) {
                    return NONE;
                }
                if (KEYS.compareAndSet(keys, slot, hash, RESERVED)) {
                    long arrived = times[slot];
                    KEYS.setRelease(keys, slot, FREE);
                    return arrived;
                }
            }
        }

        private int find(int from, int hash, boolean latest) {
            int found = -1;
            long best = 0;
            for (int i = from; i < from + BUCKET; i++) {
                if ((int) KEYS.getAcquire(keys, i) == hash) {
                    long arrived = times[i];
                    if (found < 0 || latest == (arrived - best > 0)) {
                        found = i;
                        best = arrived;
                    }
                }
            }
            return found;
        }
    }

    /** The tasks without a slot: many with one hash, or more than the largest table holds. By hash, their mean stands for each. */
    private static final class Crowd {
        private volatile int tasks;
        // @GuardedBy("this")
        private final Map<Integer, Sum> byHash = new HashMap<>();

        synchronized void put(int hash, long now) {
            byHash.computeIfAbsent(hash, first -> new Sum(now)).add(now);
            tasks = Math.addExact(tasks, 1);
        }

        long take(int hash) {
            return tasks == 0 ? NONE : takeMean(hash);
        }

        private synchronized long takeMean(int hash) {
            Sum sum = byHash.get(hash);
            if (sum == null) {
                return NONE;
            }
            long mean = sum.takeMean();
            if (sum.tasks == 0) {
                byHash.remove(hash);
            }
            tasks = Math.addExact(tasks, -1);
            return mean;
        }
    }

    /** The times of the tasks with one hash; guarded by the crowd. */
    private static final class Sum {
        private final long base;
        private int tasks;
        /** Of the times since the base. */
        private long sum;

        Sum(long base) {
            this.base = base;
        }

        void add(long now) {
            sum += now - base;
            tasks = Math.addExact(tasks, 1);
        }

        long takeMean() {
            long mean = sum / tasks;
            sum -= mean;
            tasks = Math.addExact(tasks, -1);
            return base + mean;
        }
    }
}
