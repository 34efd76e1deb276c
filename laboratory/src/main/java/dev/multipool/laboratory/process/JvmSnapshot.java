package dev.multipool.laboratory.process;

import dev.multipool.capacity.search.ProcessAdvice.Seen;
import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.ManagedPool;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolManagement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;

/**
 * The whole ledgers of a JVM's pools at one moment, with their distributions, and its use of the cores.
 *
 * @param atNanos when it was made, on this process's clock
 * @param cpuNanos CPU time of the JVM so far; -1 where it is not told
 * @param cores that it may use
 * @param pools by name
 */
public record JvmSnapshot(long atNanos, long cpuNanos, int cores, Map<String, Pool> pools) {
    private static final String PROCESS = "java.lang:type=OperatingSystem";

    /**
     * One pool.
     *
     * @param config its bounds now
     * @param ledger since it is observed
     */
    public record Pool(PoolConfig config, LedgerSnapshot ledger) {}

    public JvmSnapshot {
        pools = Map.copyOf(pools);
    }

    static JvmSnapshot read(MBeanServerConnection beans, long atNanos) throws JMException, IOException {
        Map<String, Pool> pools = new TreeMap<>();
        for (ManagedPool pool : PoolManagement.pools(beans)) {
            try {
                LedgerSnapshot ledger = pool.snapshot();
                pools.put(ledger.poolName(), new Pool(pool.config(), ledger));
            } catch (IllegalStateException e) {
                // it went meanwhile; of a JVM that is gone the next question tells
            }
        }
        ObjectName process = new ObjectName(PROCESS);
        return new JvmSnapshot(
                atNanos,
                ((Number) beans.getAttribute(process, "ProcessCpuTime")).longValue(),
                ((Number) beans.getAttribute(process, "AvailableProcessors")).intValue(),
                pools);
    }

    /** What each pool that was there all the time did since an earlier snapshot of the same JVM, by name. */
    public List<Seen> since(JvmSnapshot earlier) {
        List<Seen> seen = new ArrayList<>();
        new TreeMap<>(pools).forEach((name, pool) -> {
            Pool before = earlier.pools.get(name);
            // with another beginning it is another pool of that name
            if (before != null && before.ledger().startNanos() == pool.ledger().startNanos()) {
                seen.add(new Seen(pool.config(), pool.ledger().since(before.ledger())));
            }
        });
        return seen;
    }

    /** How much of its cores the JVM used since an earlier snapshot, 0 to 1; NaN where it is not told. */
    public double coreLoadSince(JvmSnapshot earlier) {
        long nanos = atNanos - earlier.atNanos;
        return cpuNanos < 0 || earlier.cpuNanos < 0 || nanos <= 0
                ? Double.NaN
                : Math.min(1, (double) (cpuNanos - earlier.cpuNanos) / nanos / cores);
    }
}
