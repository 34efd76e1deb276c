package dev.multipool.rpc.server.app.operation;

import dev.multipool.capacity.Advice;
import dev.multipool.capacity.Advisor;
import dev.multipool.capacity.SizingGoal;
import dev.multipool.capacity.search.SizeAdvice;
import dev.multipool.capacity.search.SizeAdvisor;
import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.admin.AdminAnswer;
import dev.multipool.rpc.server.admin.AdminPage;
import dev.multipool.rpc.server.admin.AdminRequest;
import dev.multipool.rpc.server.watch.ServerReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the model and the formulas say of each pool's size, from its last 10 to 20 seconds. It changes nothing.
 *
 * <p><b>Threads</b>: any; it computes for some tenths of a second on the thread that asks.
 */
final class AdvicePage implements AdminPage {
    private final RpcServer server;
    private final ServerReport report;
    private final int cores;

    AdvicePage(RpcServer server, ServerReport report, int cores) {
        this.server = server;
        this.report = report;
        this.cores = cores;
    }

    /** One pool in its last seconds. */
    private record Seen(MeasuredPool pool, LedgerSnapshot ledger) {}

    @Override
    public AdminAnswer answer(AdminRequest request) {
        request.requireOnly();
        List<Seen> seen = server.pools().stream()
                .map(pool -> new Seen(pool, report.lastSeconds(pool, pool.snapshot())))
                .toList();
        double load = coreLoad(seen);
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
    private double coreLoad(List<Seen> seen) {
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
