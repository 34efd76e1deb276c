package dev.multipool.laboratory.guide;

import dev.multipool.capacity.calibration.MeasuredRun.Cpu;
import dev.multipool.capacity.calibration.MeasuredRun.Seen;
import dev.multipool.laboratory.process.PoolEdge;
import dev.multipool.laboratory.process.PoolLedger;
import dev.multipool.pools.PoolConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A window of a search, as the model wants to know it.
 *
 * @param values by the knobs' names
 * @param users of a closed loop
 * @param seen by the client
 * @param cpu of the service
 * @param pools what each pool did, by its own ledger; empty where none is told
 * @param edges who waits for whom in the window; null where no agent tells
 */
public record GuideWindow(
        Map<String, String> values,
        int users,
        Seen seen,
        Cpu cpu,
        List<PoolLedger> pools,
        @Nullable List<PoolEdge> edges) {
    /** A spec is read apart from its pool's name, which may be anything. */
    private static final String ANY_NAME = "pool";

    public GuideWindow {
        values = Map.copyOf(values);
        pools = List.copyOf(pools);
        edges = edges == null ? null : List.copyOf(edges);
    }

    /** The same with other names of pools; those without one keep theirs. */
    GuideWindow renamed(Map<String, String> names) {
        return new GuideWindow(
                values,
                users,
                seen,
                cpu,
                pools.stream()
                        .map(ledger -> new PoolLedger(
                                names.getOrDefault(ledger.pool(), ledger.pool()),
                                ledger.spec(),
                                ledger.seconds(),
                                ledger.tasks(),
                                ledger.threads()))
                        .toList(),
                edges == null
                        ? null
                        : edges.stream()
                                .map(edge -> new PoolEdge(
                                        names.getOrDefault(edge.from(), edge.from()),
                                        names.getOrDefault(edge.to(), edge.to()),
                                        edge.phase(),
                                        edge.counts(),
                                        edge.held(),
                                        edge.kind()))
                                .toList());
    }

    boolean isTold() {
        return edges != null && !pools.isEmpty();
    }

    Optional<PoolLedger> ledger(String pool) {
        return pools.stream().filter(each -> each.pool().equals(pool)).findFirst();
    }

    /** The most threads, or things to lend, that a pool may have; empty where it is not told. */
    OptionalInt maximum(String pool) {
        return ledger(pool).map(GuideWindow::maximum).orElse(OptionalInt.empty());
    }

    private static OptionalInt maximum(PoolLedger ledger) {
        try {
            return OptionalInt.of(PoolConfig.parse(ANY_NAME, ledger.spec()).maxThreads());
        } catch (IllegalArgumentException e) {
            // a pool whose bounds nobody can read has none that a knob could set
            return OptionalInt.empty();
        }
    }
}
