package dev.multipool.rpc.server.app.operation;

import dev.multipool.capacity.Advice;
import dev.multipool.capacity.Advisor;
import dev.multipool.capacity.SizingGoal;
import dev.multipool.capacity.search.SizeAdvice;
import dev.multipool.capacity.search.SizeAdvisor;
import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.ManagedPool;
import dev.multipool.rpc.server.admin.AdminAnswer;
import dev.multipool.rpc.server.admin.AdminPage;
import dev.multipool.rpc.server.admin.AdminRequest;
import dev.multipool.rpc.server.watch.PoolReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;

/**
 * What the model and the formulas say of each pool's size, from its last 10 to 20 seconds. It changes nothing.
 *
 * <p><b>Threads</b>: any; it computes for some tenths of a second on the thread that asks.
 */
public final class AdvicePage implements AdminPage {
    private final PoolReport report;
    private final int cores;
    private final ToDoubleFunction<List<Seen>> coreLoad;

    private AdvicePage(PoolReport report, int cores, ToDoubleFunction<List<Seen>> coreLoad) {
        this.report = report;
        this.cores = cores;
        this.coreLoad = coreLoad;
    }

    /** For pools of this process; what their threads use of the cores is in their ledgers. */
    static AdvicePage ofServer(PoolReport report, int cores) {
        return new AdvicePage(report, cores, seen -> coreLoad(seen, cores));
    }

    /**
     * For the pools of any process.
     *
     * @param cores that it may use
     * @param coreLoad how much of them it used lately, 0 to 1
     */
    public static AdvicePage ofProcess(PoolReport report, int cores, DoubleSupplier coreLoad) {
        return new AdvicePage(report, cores, seen -> coreLoad.getAsDouble());
    }

    /** One pool in its last seconds. */
    private record Seen(ManagedPool pool, LedgerSnapshot ledger) {}

    @Override
    public AdminAnswer answer(AdminRequest request) {
        request.requireOnly();
        List<Seen> seen = report.all().stream()
                .map(pool -> new Seen(pool, report.lastSeconds(pool.snapshot())))
                .toList();
        double load = coreLoad.applyAsDouble(seen);
        List<Map<String, Object>> advice = new ArrayList<>();
        for (Seen each : seen) {
            SizeAdvice size = SizeAdvisor.advise(each.pool().config(), each.ledger(), load);
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("pool", size.pool());
            tree.put("kind", each.pool().config().kind().word());
            tree.put("standing", size.standing());
            tree.put("threadsNow", size.threadsNow());
            tree.put("threads", size.threads());
            tree.put("reasons", size.reasons());
            tree.put("formulas", formulas(each.ledger()));
            advice.add(tree);
        }
        return AdminAnswer.tree(advice);
    }

    /** Of the cores in use by the pools' threads; event loops are left out, so it is rather too little. */
    private static double coreLoad(List<Seen> seen, int cores) {
        double busy = 0;
        for (Seen each : seen) {
            long cpu = each.ledger().times().cpuNanos();
            if (cpu < 0) {
                return Double.NaN;
            }
            busy += each.ledger().windowNanos() > 0
                    ? (double) cpu / each.ledger().windowNanos()
                    : 0;
        }
        return busy / cores;
    }

    private Map<String, Object> formulas(LedgerSnapshot ledger) {
        Map<String, Object> tree = new LinkedHashMap<>();
        for (Advice.Answer answer :
                Advisor.advise(ledger, SizingGoal.asMeasured(cores)).answers()) {
            tree.put(answer.formula(), answer.threads() + ": " + answer.calculation());
        }
        return tree;
    }
}
