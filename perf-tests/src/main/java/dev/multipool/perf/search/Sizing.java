package dev.multipool.perf.search;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Pool sizes and the load that they are for, all on the {@link SizeGrid}.
 *
 * @param threads of each pool
 * @param users of a closed loop
 */
record Sizing(Map<String, Integer> threads, int users) {
    private static final int FAR_STEPS = 2;
    /** Threads / those that are busy on average: in a busier pool tasks wait, as they come together. */
    private static final double ROOM = 1.2;

    Sizing {
        threads = Map.copyOf(threads);
    }

    /** The nearest one on the grid. */
    static Sizing nearest(Map<String, ? extends Number> threads, double users) {
        Map<String, Integer> nearest = new LinkedHashMap<>();
        threads.forEach((pool, size) -> nearest.put(pool, SizeGrid.THREADS.nearest(size.doubleValue())));
        return new Sizing(nearest, SizeGrid.USERS.nearest(users));
    }

    /**
     * What lies around it: one pool a step smaller or larger; all of it, users too, a step smaller or larger; a step more users
     * on the same pools behind the first one; and all of these a step larger under the same users.
     *
     * @param business the pool of the requests themselves, as in {@link #within}
     * @param mostUsers those with more are left out
     */
    List<Sizing> neighbours(String business, int mostUsers) {
        Set<Sizing> around = new LinkedHashSet<>();
        threads.keySet().stream().sorted().forEach(pool -> {
            around.add(new Sizing(with(pool, SizeGrid.THREADS.smaller(size(pool))), users));
            around.add(new Sizing(with(pool, SizeGrid.THREADS.larger(size(pool))), users));
        });
        around.add(scaledTo(SizeGrid.USERS.smaller(users)));
        around.add(scaledTo(SizeGrid.USERS.larger(users)));
        around.add(withMoreUsers(business, SizeGrid.USERS.larger(users)));
        around.add(behind(business, 1));
        return keepPossible(around.stream(), business, mostUsers);
    }

    /**
     * What lies farther away, where a proposal may have missed by a factor: the pools behind the first one two steps smaller or
     * larger under the same users; for a single pool, that pool.
     *
     * @param business the pool of the requests themselves, as in {@link #within}
     * @param mostUsers those with more are left out
     */
    List<Sizing> farNeighbours(String business, int mostUsers) {
        String only = threads.size() == 1 ? "" : business;
        return keepPossible(Stream.of(behind(only, -FAR_STEPS), behind(only, FAR_STEPS)), business, mostUsers);
    }

    private List<Sizing> keepPossible(Stream<Sizing> all, String business, int mostUsers) {
        return all.filter(each -> each.users <= mostUsers)
                .map(each -> each.within(business))
                .distinct()
                .filter(each -> !each.equals(this))
                .toList();
    }

    /** The same with no more threads for the requests themselves than there are users: more would be the same server. */
    Sizing within(String business) {
        return size(business) <= users ? this : new Sizing(with(business, users), users);
    }

    /** The same in proportion for other users. */
    Sizing scaledTo(int otherUsers) {
        Map<String, Integer> scaled = new LinkedHashMap<>();
        threads.forEach(
                (pool, size) -> scaled.put(pool, SizeGrid.THREADS.enoughFor((double) size * otherUsers / users)));
        return new Sizing(scaled, otherUsers);
    }

    /** For more users on the same pools; only one that has a thread for each of the users gets as many more. */
    Sizing withMoreUsers(String business, int moreUsers) {
        return new Sizing(size(business) < users ? threads : with(business, moreUsers), moreUsers);
    }

    /**
     * The same with pools behind the first one that are no larger than what is busy needs. By Little's law the busy threads are the
     * same in any larger pool, so this is a steady size where throughput tells little.
     *
     * @param busyThreads of each pool, on average; a pool that is not among them stays as it is
     * @param business the pool of the requests themselves, as in {@link #within}
     */
    Sizing trimmedTo(Map<String, Double> busyThreads, String business) {
        Map<String, Integer> trimmed = new LinkedHashMap<>(threads);
        trimmed.replaceAll((pool, size) -> pool.equals(business) || !busyThreads.containsKey(pool)
                ? size
                : Math.min(size, SizeGrid.THREADS.nearest(ROOM * busyThreads.get(pool))));
        return new Sizing(trimmed, users);
    }

    /** All pools but this one so many steps larger; smaller, if that is below 0. */
    private Sizing behind(String business, int steps) {
        Map<String, Integer> moved = new LinkedHashMap<>();
        threads.forEach(
                (pool, size) -> moved.put(pool, pool.equals(business) ? size : SizeGrid.THREADS.moved(size, steps)));
        return new Sizing(moved, users);
    }

    private Map<String, Integer> with(String pool, int size) {
        Map<String, Integer> changed = new LinkedHashMap<>(threads);
        changed.put(pool, size);
        return changed;
    }

    private int size(String pool) {
        return threads.getOrDefault(pool, 0);
    }
}
