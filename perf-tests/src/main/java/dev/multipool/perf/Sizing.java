package dev.multipool.perf;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Pool sizes and the load that they are for.
 *
 * @param threads of each pool
 * @param users of a closed loop
 */
record Sizing(Map<String, Integer> threads, int users) {
    private static final int PART = 4;

    Sizing {
        threads = Map.copyOf(threads);
    }

    /**
     * What lies around it: one pool a quarter smaller or larger; all of it, users too, a quarter smaller or larger; a quarter
     * more users on the same pools behind the first one; and, for proposals that are far too small, these half larger under the
     * same users.
     *
     * @param business the pool of the requests themselves, as in {@link #within}
     * @param mostUsers those with more are left out
     */
    List<Sizing> neighbours(String business, int mostUsers) {
        Set<Sizing> around = new LinkedHashSet<>();
        threads.keySet().stream().sorted().forEach(pool -> {
            around.add(new Sizing(with(pool, smaller(size(pool))), users));
            around.add(new Sizing(with(pool, larger(size(pool))), users));
        });
        around.add(scaled(smaller(users)));
        around.add(scaled(larger(users)));
        around.add(new Sizing(with(business, scaled(larger(users)).size(business)), larger(users)));
        around.add(halfLarger(business));
        return around.stream()
                .filter(each -> each.users <= mostUsers)
                .map(each -> each.within(business))
                .distinct()
                .filter(each -> !each.equals(this))
                .toList();
    }

    /** The same with no more threads for the requests themselves than there are users: more would be the same server. */
    Sizing within(String business) {
        return size(business) <= users ? this : new Sizing(with(business, users), users);
    }

    private Sizing scaled(int otherUsers) {
        Map<String, Integer> scaled = new LinkedHashMap<>();
        threads.forEach(
                (pool, size) -> scaled.put(pool, (int) Math.max(1, Math.round((double) size * otherUsers / users))));
        return new Sizing(scaled, otherUsers);
    }

    private Sizing halfLarger(String business) {
        Map<String, Integer> larger = new LinkedHashMap<>();
        threads.forEach((pool, size) -> larger.put(pool, pool.equals(business) ? size : size + (size + 1) / 2));
        return new Sizing(larger, users);
    }

    private Map<String, Integer> with(String pool, int size) {
        Map<String, Integer> changed = new LinkedHashMap<>(threads);
        changed.put(pool, size);
        return changed;
    }

    private int size(String pool) {
        return threads.getOrDefault(pool, 0);
    }

    private static int smaller(int size) {
        return Math.max(1, size - step(size));
    }

    private static int larger(int size) {
        return size + step(size);
    }

    private static int step(int size) {
        return Math.max(1, Math.round((float) size / PART));
    }
}
