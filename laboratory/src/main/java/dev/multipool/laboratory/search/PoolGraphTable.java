package dev.multipool.laboratory.search;

import dev.multipool.laboratory.process.PoolEdge;
import dev.multipool.laboratory.process.WaitGraph;
import dev.multipool.laboratory.process.WaitGraph.Lease;
import dev.multipool.laboratory.process.WaitGraph.Link;
import dev.multipool.laboratory.result.Cell;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.Table;
import dev.multipool.laboratory.result.Table.Column;
import dev.multipool.laboratory.result.Table.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/** Who waits for whom, as the agent told it of the last window that counts. */
final class PoolGraphTable {
    private static final List<Column> COLUMNS = List.of(
            new Column("from", Origin.KEY),
            new Column("to", Origin.KEY),
            new Column("what", Origin.KEY),
            new Column("per call", Origin.OURS),
            new Column("wait ms", Origin.OURS),
            new Column("hold ms", Origin.OURS));

    private PoolGraphTable() {}

    /** Empty where no agent told of an edge. */
    static Optional<Table> of(List<LabRun> runs) {
        return runs.stream()
                .filter(LabRun::isValid)
                .map(PoolGraphTable::rows)
                .filter(Predicate.not(List::isEmpty))
                .reduce((earlier, later) -> later)
                .map(rows -> new Table(
                        "Who waits for whom",
                        "By the agent, in the last window that counts and tells of it. A call is a task of the first pool.",
                        COLUMNS,
                        rows));
    }

    private static List<List<Cell>> rows(LabRun run) {
        List<PoolEdge> edges = Objects.requireNonNullElse(run.server().edges(), List.of());
        WaitGraph graph = WaitGraph.of(List.of(), edges, run.server().pools());
        List<List<Cell>> rows = new ArrayList<>();
        for (Link link : graph.links()) {
            rows.add(List.of(
                    Cell.word(link.from()),
                    Cell.word(link.to()),
                    Cell.word("tasks"),
                    Cell.hundredths(link.tasksPerCall()),
                    Cell.millis(link.joinMillis()),
                    Cell.NOTHING));
        }
        for (Lease lease : graph.leases()) {
            rows.add(List.of(
                    Cell.word(lease.from()),
                    Cell.word(lease.to()),
                    Cell.word("leases"),
                    Cell.hundredths(lease.leasesPerCall()),
                    Cell.millis(lease.waitMillis()),
                    Cell.millis(lease.holdMillis())));
        }
        return rows;
    }
}
