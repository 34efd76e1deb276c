package dev.multipool.capacity.search;

import dev.multipool.capacity.search.SizeAdvice.Standing;
import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.PoolConfig;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What limits a process, by the ledgers of its pools and its use of the cores.
 *
 * @param limit what it is
 * @param limiting the pools that do, the innermost first; of others none
 * @param coreLoad how much of its cores the process used, 0 to 1; NaN where it is not known
 * @param pools what is said of each pool
 */
public record ProcessAdvice(Limit limit, List<String> limiting, double coreLoad, List<SizeAdvice> pools) {

    /** What keeps a process from doing more. */
    public enum Limit {
        /** Tasks wait for threads, or connections, that are all busy. */
        POOLS,
        /** It uses its cores: larger pools bring nothing. */
        CORES,
        /** No pool does, and cores are left: it does what it is asked for. */
        NOTHING,
        /** Hardly anything ran. */
        IDLE
    }

    /**
     * A pool and what it did in a window.
     *
     * @param config how it is configured at the window's end
     * @param ledger what was added in the window
     */
    public record Seen(PoolConfig config, LedgerSnapshot ledger) {}

    /** Keeps copies. */
    public ProcessAdvice {
        limiting = List.copyOf(limiting);
        pools = List.copyOf(pools);
    }

    /**
     * Returns the advice for all pools of a process.
     *
     * @param seen each pool with the same window
     * @param coreLoad how much of its cores the process used meanwhile, 0 to 1; NaN where it is not known
     */
    public static ProcessAdvice of(List<Seen> seen, double coreLoad) {
        List<SizeAdvice> pools = new ArrayList<>();
        // a task that waits for another pool is there for longer than it takes that pool
        List<Seen> innermostFirst = new ArrayList<>(seen);
        innermostFirst.sort(Comparator.comparingDouble(
                each -> each.ledger().serviceTimeNanos().mean()));
        List<String> limiting = new ArrayList<>();
        boolean ran = false;
        for (Seen each : innermostFirst) {
            SizeAdvice advice = SizeAdvisor.advise(each.config(), each.ledger(), coreLoad);
            pools.add(advice);
            ran |= each.ledger().serviceTimeNanos().count() >= SizeAdvisor.FEWEST_TASKS;
            if (advice.standing() == Standing.BOTTLENECK) {
                limiting.add(advice.pool());
            }
        }
        Limit limit;
        if (coreLoad > SizeAdvisor.CORES_FULL) {
            limit = Limit.CORES;
        } else if (!limiting.isEmpty()) {
            limit = Limit.POOLS;
        } else {
            limit = ran ? Limit.NOTHING : Limit.IDLE;
        }
        return new ProcessAdvice(limit, limiting, coreLoad, pools);
    }
}
