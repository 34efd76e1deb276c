package dev.multipool.perf.experiment;

import dev.multipool.laboratory.process.PoolLedger;
import dev.multipool.laboratory.process.PoolLedger.ThreadTime;
import dev.multipool.laboratory.result.Cell;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.Table;
import dev.multipool.laboratory.result.Table.Column;
import dev.multipool.laboratory.result.Table.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the server's pools did under the points of an experiment, over the runs that count. */
public final class PointLedgers {
    private final List<LabRun> runs;

    public PointLedgers(List<LabRun> runs) {
        this.runs = List.copyOf(runs);
    }

    /** One pool's ledger under one point; empty when no run that counts has it. */
    public Optional<PoolLedger> of(PointSummary point, String pool) {
        return runs.stream()
                .filter(run -> run.isValid() && run.settings().equals(point.settings()))
                .flatMap(run -> run.server().pools().stream())
                .filter(ledger -> ledger.pool().equals(pool))
                .reduce(PoolLedger::plus);
    }

    /** A row for each pool under each point: where its threads spent their time. */
    public Table threadStates(String title, List<PointSummary> points, List<String> pools) {
        List<Column> columns = new ArrayList<>(List.of(
                new Column(
                        points.isEmpty()
                                ? "point"
                                : points.get(0).settings().place().axis(),
                        Origin.KEY),
                new Column("pool", Origin.KEY)));
        for (String name : List.of(
                "CPU %", "join %", "I/O %", "lock %", "other %", "idle %", "busy threads", "queue ms", "service ms")) {
            columns.add(new Column(name, Origin.OURS));
        }
        List<List<Cell>> rows = new ArrayList<>();
        for (PointSummary point : points) {
            for (String pool : pools) {
                of(point, pool).ifPresent(ledger -> rows.add(row(point, ledger)));
            }
        }
        return new Table(
                title,
                "Shares of all thread time of a pool, by its own ledger, in the middle of the measured windows. Idle is"
                        + " waiting for a task (getTask); other is what no code declared, waiting for a core among it."
                        + " Busy threads: held by tasks, on average. Queue and service: means of a task.",
                columns,
                rows);
    }

    private static List<Cell> row(PointSummary point, PoolLedger ledger) {
        ThreadTime threads = ledger.threads();
        return List.of(
                Cell.word(point.settings().place().label()),
                Cell.word(ledger.pool()),
                percent(threads, threads.cpuSeconds()),
                percent(threads, threads.joinWaitSeconds()),
                percent(threads, threads.ioWaitSeconds()),
                percent(threads, threads.lockWaitSeconds()),
                percent(threads, threads.otherWaitSeconds()),
                percent(threads, threads.idleSeconds()),
                Cell.tenths(ledger.busyThreads()),
                Cell.millis(ledger.meanQueueMillis()),
                Cell.millis(ledger.meanServiceMillis()));
    }

    private static Cell percent(ThreadTime threads, @Nullable Double seconds) {
        return seconds == null ? Cell.NOTHING : Cell.wholePercents(threads.share(seconds));
    }
}
