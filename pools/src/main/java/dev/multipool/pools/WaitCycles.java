package dev.multipool.pools;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Finds the pools that wait for each other, among waits that were seen. {@link PoolGraph} refuses such waits where they are
 * declared.
 *
 * <pre>{@code
 * List<WaitCycles.Cycle> cycles = WaitCycles.find(List.of(
 *         new WaitCycles.Wait("web", "orders", 0, 3, 8), new WaitCycles.Wait("orders", "web", 0, 1, 4)));
 * cycles.get(0).words(); // orders and web wait for each other: once all their threads wait, nothing moves
 * }</pre>
 *
 * <p><b>Threads:</b> any; there is no state.
 */
public final class WaitCycles {

    private WaitCycles() {}

    /**
     * Tasks of one pool wait for what another one does or lends, or for their own.
     *
     * @param from the pool whose threads, or whose lent connections, are held meanwhile
     * @param to the pool that they wait for
     * @param held threads or connections of {@code from} that are held so now, for longer than a usual wait
     * @param active its tasks in service, or its connections that are lent
     * @param most the most threads or connections that it may have. One with {@link PoolConfig#MAX_THREADS} or more never runs out
     * @param lends whether {@code from} lends connections, instead of running tasks
     */
    public record Wait(String from, String to, int held, int active, int most, boolean lends) {
        /** A wait of a pool of threads. */
        public Wait(String from, String to, int held, int active, int most) {
            this(from, to, held, active, most, false);
        }
    }

    /**
     * A pool of a cycle.
     *
     * @param pool its name
     * @param held threads or connections that are held by waits for the cycle's pools now
     * @param active its tasks in service, or its connections that are lent
     * @param most the most threads or connections that it may have
     * @param lends whether it lends connections
     */
    public record Member(String pool, int held, int active, int most, boolean lends) {
        private String words() {
            return lends
                    ? held + " of " + most + " connections of " + pool + " are lent to tasks that wait"
                    : held + " of " + most + " threads of " + pool + " are blocked in a join";
        }
    }

    /**
     * Pools that wait for each other, or one that waits for itself. Once all that they have is held, nobody is left to end a
     * wait.
     *
     * @param pools in the order of their names
     * @param isStuck whether that has come: all that is in service waits, and a pool has nothing left
     */
    public record Cycle(List<Member> pools, boolean isStuck) {
        public Cycle {
            pools = List.copyOf(pools);
        }

        /** The pools' names, in their order. */
        public List<String> names() {
            return pools.stream().map(Member::pool).toList();
        }

        /** Says so in one sentence, without a full stop. */
        public String words() {
            String what = isStuck
                    ? pools.stream().map(Member::words).collect(Collectors.joining(", "))
                    : "once all " + end() + ", nothing moves";
            return who() + ": " + what;
        }

        private String who() {
            if (pools.size() > 1) {
                return String.join(" and ", names()) + " wait for each other";
            }
            Member only = pools.get(0);
            return only.lends
                    ? "tasks that hold a connection of " + only.pool + " wait for another one of " + only.pool
                    : "tasks of " + only.pool + " wait for tasks of " + only.pool;
        }

        private String end() {
            if (pools.stream().noneMatch(Member::lends)) {
                return "their threads wait";
            }
            boolean hasThreads = !pools.stream().allMatch(Member::lends);
            return hasThreads ? "their threads and connections are held so" : "connections are held so";
        }
    }

    /** Returns the cycles, each once, in the order of their first pools' names. */
    public static List<Cycle> find(Collection<Wait> waits) {
        Map<String, Set<String>> next = new TreeMap<>();
        for (Wait wait : waits) {
            if (wait.most < PoolConfig.MAX_THREADS) {
                next.computeIfAbsent(wait.from, from -> new TreeSet<>()).add(wait.to);
            }
        }
        List<Cycle> found = new ArrayList<>();
        Set<String> known = new LinkedHashSet<>();
        for (String pool : next.keySet()) {
            Set<String> reached = reached(pool, next);
            if (reached.contains(pool) && !known.contains(pool)) {
                Set<String> names = new TreeSet<>();
                for (String other : reached) {
                    if (reached(other, next).contains(pool)) {
                        names.add(other);
                    }
                }
                known.addAll(names);
                found.add(cycle(names, waits));
            }
        }
        return found;
    }

    private static Set<String> reached(String pool, Map<String, Set<String>> next) {
        Set<String> reached = new LinkedHashSet<>();
        List<String> toFollow = new ArrayList<>(next.getOrDefault(pool, Set.of()));
        while (!toFollow.isEmpty()) {
            String one = toFollow.remove(toFollow.size() - 1);
            if (reached.add(one)) {
                toFollow.addAll(next.getOrDefault(one, Set.of()));
            }
        }
        return reached;
    }

    private static Cycle cycle(Set<String> names, Collection<Wait> waits) {
        List<Member> members =
                names.stream().map(name -> member(name, names, waits)).toList();
        boolean isStuck = members.stream().allMatch(member -> member.held == member.active)
                && members.stream().anyMatch(member -> member.held >= member.most);
        return new Cycle(members, isStuck);
    }

    private static Member member(String name, Set<String> names, Collection<Wait> waits) {
        List<Wait> inCycle = waits.stream()
                .filter(wait -> wait.from.equals(name) && names.contains(wait.to))
                .toList();
        Wait any = inCycle.get(0);
        return new Member(name, inCycle.stream().mapToInt(Wait::held).sum(), any.active, any.most, any.lends);
    }
}
