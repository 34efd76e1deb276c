package dev.multipool.rpc.server.admin;

import dev.multipool.pools.ManagedPool;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolKind;
import dev.multipool.rpc.server.watch.PoolReport;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pools' ledgers, and the change of their bounds. */
final class PoolPages {
    private static final Logger log = LoggerFactory.getLogger(PoolPages.class);
    private static final String ONE = "/pools/*";

    private final PoolReport report;

    PoolPages(PoolReport report) {
        this.report = report;
    }

    void addTo(AdminRoutes routes, boolean changes) {
        routes.add("GET", "/pools", new AdminRoutes.Route("The pools' bounds and ledgers", false, request -> {
            request.requireOnly();
            return AdminAnswer.tree(report.trees());
        }));
        routes.add("GET", ONE, new AdminRoutes.Route("One pool", false, request -> {
            request.requireOnly();
            return AdminAnswer.tree(report.tree(pool(request)));
        }));
        if (changes) {
            routes.add(
                    "PUT",
                    ONE,
                    new AdminRoutes.Route(
                            "Resizes a pool: ?threads=N&queue=N, or core, max and queue", true, this::resize));
        }
    }

    private ManagedPool pool(AdminRequest request) {
        String name = request.path().substring(request.path().lastIndexOf('/') + 1);
        return report.find(name).orElseThrow(() -> {
            List<String> names =
                    report.all().stream().map(pool -> pool.config().name()).toList();
            return new AdminException(404, "no pool " + name + " (expected: one of " + names + ")");
        });
    }

    /** Under the pool's lock, so that two changes at once end as one of the two and are logged in their order. */
    private AdminAnswer resize(AdminRequest request) {
        ManagedPool pool = pool(request);
        synchronized (pool) {
            PoolConfig before = pool.config();
            apply(pool, before, request);
            log.info(
                    "pool {} resized: {} -> {}",
                    before.name(),
                    before.spec(),
                    pool.config().spec());
        }
        return AdminAnswer.tree(report.tree(pool));
    }

    /** The parameters are the words of the pool's spec; what is not given stays. */
    private static void apply(ManagedPool pool, PoolConfig before, AdminRequest request) {
        boolean elastic = before.kind() == PoolKind.CACHED || before.kind() == PoolKind.EAGER;
        if (elastic) {
            request.requireOnly("core", "max", "queue");
        } else {
            request.requireOnly("threads", "queue");
        }
        if (request.query().isEmpty()) {
            throw new AdminException(
                    400,
                    "nothing to change (expected: " + (elastic ? "core, max" : "threads") + " or queue, as in ?"
                            + (elastic ? "max" : "threads") + "=24)");
        }
        int most = PoolConfig.MAX_THREADS;
        int max = request.number(elastic ? "max" : "threads", before.maxThreads(), 1, most);
        int core = elastic ? request.number("core", before.coreThreads(), 0, most) : 0;
        int queue = request.number("queue", before.queueCapacity(), 0, Integer.MAX_VALUE);
        try {
            pool.resize(before.kind() == PoolKind.FIXED ? max : core, max, queue);
        } catch (IllegalArgumentException e) {
            throw new AdminException(400, String.valueOf(e.getMessage()));
        }
    }
}
