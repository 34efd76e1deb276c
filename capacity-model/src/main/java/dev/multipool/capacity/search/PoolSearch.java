package dev.multipool.capacity.search;

import dev.multipool.capacity.sim.Load;
import dev.multipool.capacity.sim.SimulatedService;
import dev.multipool.capacity.sim.SimulationResult;
import dev.multipool.capacity.sim.Simulator;
import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.PoolConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Proposes sizes for the pools of a service: what is worth measuring.
 *
 * <p>Pure; one search is some dozens of simulations. What it proposes is the model's opinion: measure it and its
 * neighbours.
 */
public final class PoolSearch {

    /*
     * 1. One user alone: how long a request holds each pool when nobody is in the way.
     * 2. With unlimited pools, bisect the users: the most throughput within the objective. In shared cores nothing
     *    punishes large pools, so no bounded pools serve more.
     * 3. Seed by Little's law: throughput times holding time, for each pool.
     * 4. Grow all pools alike until they serve ENOUGH of the unlimited throughput within the objective: waiting for
     *    cores and for inner pools makes requests hold their threads longer than when alone.
     * 5. Shrink one pool after the other while that stays true, in large steps and then in single threads.
     *
     * The same seed everywhere makes two sizes meet the same demands, so a difference is one of sizes, not of luck.
     */

    private static final double ENOUGH = 0.98;
    private static final double GROWTH = 1.3;
    private static final double[] SHRINKS = {0.7, 0.85};
    private static final int MOST_GROWTHS = 30;

    private final PoolQuestion question;
    private final List<String> reasons = new ArrayList<>();
    private final Map<List<Integer>, SimulationResult> known = new LinkedHashMap<>();
    private int simulations;

    private PoolSearch(PoolQuestion question) {
        this.question = question;
    }

    /** Returns the proposal; empty when even one user alone misses the objective. */
    public static Optional<PoolProposal> propose(PoolQuestion question) {
        return new PoolSearch(question).propose();
    }

    /**
     * Returns the proposal for the fewest users with which nearly as much is served as with more: in cores that are
     * shared, users beyond those add response time and no throughput.
     */
    public static Optional<PoolProposal> proposeForFewestUsers(PoolQuestion question) {
        PoolSearch search = new PoolSearch(question);
        Map<String, Integer> unlimited = search.unlimited();
        if (!search.keeps(search.run(unlimited, 1))) {
            return Optional.empty();
        }
        int many = search.users(unlimited);
        double enough = ENOUGH * search.run(unlimited, many).tps();
        int few = 0;
        while (many - few > 1) {
            int middle = (few + many) / 2;
            if (search.run(unlimited, middle).tps() >= enough) {
                many = middle;
            } else {
                few = middle;
            }
        }
        return new PoolSearch(new PoolQuestion(
                        question.service(), question.cpu(), question.p99Millis(), many, question.plan()))
                .propose();
    }

    private Optional<PoolProposal> propose() {
        Map<String, Integer> unlimited = unlimited();
        SimulationResult alone = run(unlimited, 1);
        if (!keeps(alone)) {
            return Optional.empty();
        }
        int users = users(unlimited);
        double most = run(unlimited, users).tps();
        say("unlimited pools: %d users, %.0f TPS within %.1f ms", users, most, question.p99Millis());
        Map<String, Integer> threads = grow(seed(alone, most), users, most);
        threads = shrink(threads, users, most);
        return Optional.of(new PoolProposal(threads, users, run(threads, users), most, simulations, reasons));
    }

    private Map<String, Integer> unlimited() {
        Map<String, Integer> threads = new LinkedHashMap<>();
        question.service().pools().forEach(pool -> threads.put(pool.name(), PoolConfig.MAX_THREADS));
        return threads;
    }

    /** The number of users at which TP99 first breaks the objective, less one. */
    private int users(Map<String, Integer> unlimited) {
        int good = 1;
        int bad = 2;
        while (bad <= question.mostUsers() && keeps(run(unlimited, bad))) {
            good = bad;
            bad *= 2;
        }
        bad = Math.min(bad, question.mostUsers() + 1);
        while (bad - good > 1) {
            int middle = (good + bad) / 2;
            if (keeps(run(unlimited, middle))) {
                good = middle;
            } else {
                bad = middle;
            }
        }
        return good;
    }

    private Map<String, Integer> seed(SimulationResult alone, double tps) {
        Map<String, Integer> threads = new LinkedHashMap<>();
        for (LedgerSnapshot pool : alone.pools()) {
            double held = pool.concurrency() / alone.tps();
            threads.put(pool.poolName(), Math.max(1, (int) Math.ceil(tps * held)));
            say("%s: %.0f/s * %.2f ms = %.1f threads busy", pool.poolName(), tps, 1e3 * held, tps * held);
        }
        return threads;
    }

    private Map<String, Integer> grow(Map<String, Integer> seed, int users, double most) {
        Map<String, Integer> threads = seed;
        for (int i = 0; i < MOST_GROWTHS && !isEnough(threads, users, most); i++) {
            Map<String, Integer> larger = new LinkedHashMap<>();
            threads.forEach((pool, size) -> larger.put(pool, enlarge(size)));
            threads = larger;
        }
        say("grown to %s", threads);
        return threads;
    }

    private static int enlarge(int size) {
        return Math.max(size + 1, (int) Math.round(size * GROWTH));
    }

    private Map<String, Integer> shrink(Map<String, Integer> grown, int users, double most) {
        Map<String, Integer> threads = grown;
        boolean smaller = true;
        while (smaller) {
            smaller = false;
            for (String pool : grown.keySet()) {
                Map<String, Integer> next = shrink(pool, threads, users, most);
                smaller |= !next.equals(threads);
                threads = next;
            }
        }
        say("shrunk to %s", threads);
        return threads;
    }

    private Map<String, Integer> shrink(String pool, Map<String, Integer> threads, int users, double most) {
        int size = threads.getOrDefault(pool, 1);
        for (double shrink : SHRINKS) {
            Map<String, Integer> candidate = with(threads, pool, Math.max(1, (int) (size * shrink)));
            if (isEnough(candidate, users, most)) {
                return candidate;
            }
        }
        Map<String, Integer> oneLess = with(threads, pool, Math.max(1, size - 1));
        return isEnough(oneLess, users, most) ? oneLess : threads;
    }

    private static Map<String, Integer> with(Map<String, Integer> threads, String pool, int size) {
        Map<String, Integer> changed = new LinkedHashMap<>(threads);
        changed.put(pool, size);
        return changed;
    }

    private boolean isEnough(Map<String, Integer> threads, int users, double most) {
        SimulationResult result = run(threads, users);
        return result.tps() >= ENOUGH * most && keeps(result);
    }

    private boolean keeps(SimulationResult result) {
        return result.counts().completed() > 0 && result.percentileMillis(99) < question.p99Millis();
    }

    private SimulationResult run(Map<String, Integer> threads, int users) {
        List<Integer> key = new ArrayList<>(threads.values());
        key.add(users);
        return known.computeIfAbsent(key, k -> {
            simulations++;
            SimulatedService service = question.service();
            for (PoolConfig pool : service.pools()) {
                int size = threads.getOrDefault(pool.name(), 1);
                service = service.withPool(PoolConfig.builder(pool.name())
                        .threads(size)
                        .queue(pool.queue())
                        .build());
            }
            return Simulator.run(service, question.cpu(), Load.closed(users), question.plan());
        });
    }

    private void say(String format, Object... values) {
        reasons.add(String.format(Locale.ROOT, format, values));
    }
}
