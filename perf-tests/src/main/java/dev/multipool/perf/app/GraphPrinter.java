package dev.multipool.perf.app;

import dev.multipool.capacity.calibration.TaskShape;
import dev.multipool.laboratory.process.WaitGraph;
import dev.multipool.pools.WaitCycles;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Says in words which pools submit tasks to which, and who waits for whom. */
final class GraphPrinter {
    private final PrintWriter console;

    GraphPrinter(PrintWriter console) {
        this.console = console;
    }

    /** Prints nothing where no pool's tasks submit any. */
    void print(WaitGraph graph) {
        List<WaitGraph.Link> links = graph.links();
        if (!links.isEmpty()) {
            console.println();
            console.println(String.format(
                    Locale.ROOT, "%-58s %10s %8s %10s", "who waits for whom", "tasks/call", "waits", "join ms"));
            links.forEach(link -> console.println(String.format(
                    Locale.ROOT,
                    "%-58s %10.2f %7.0f%% %10.3f",
                    link.from() + " -> " + link.to(),
                    link.tasksPerCall(),
                    100 * link.waitingShare(),
                    link.joinMillis())));
        }
        printLeases(graph);
        graph.calls()
                .forEach(call -> console.println(String.format(
                        Locale.ROOT,
                        "a call: %s; it computes for %.3f ms, and takes %.3f ms when it is alone",
                        flow(call.shape()),
                        call.profile().allCpuMillis(),
                        call.profile().holdingMillis())));
        graph.cycles().forEach(cycle -> console.println(words(cycle)));
    }

    private void printLeases(WaitGraph graph) {
        List<WaitGraph.Lease> leases = graph.leases();
        if (!leases.isEmpty()) {
            console.println();
            console.println(String.format(
                    Locale.ROOT, "%-58s %10s %8s %10s", "who borrows from whom", "per call", "wait ms", "hold ms"));
            leases.forEach(lease -> console.println(String.format(
                    Locale.ROOT,
                    "%-58s %10.2f %8.3f %10.3f",
                    lease.from() + " -> " + lease.to(),
                    lease.leasesPerCall(),
                    lease.waitMillis(),
                    lease.holdMillis())));
        }
        graph.heldWaits()
                .forEach(held -> console.println(String.format(
                        Locale.ROOT,
                        "who holds a connection of %s has waited for %s: %d times, for %.3f ms each",
                        held.lender(),
                        held.awaited(),
                        held.waits(),
                        held.waitMillis())));
    }

    /** Such as {@code business -> 5 common -> (4 select, then 4 select)}. */
    static String flow(TaskShape task) {
        String own = task.count() == 1 ? task.pool() : task.count() + " " + task.pool();
        String subtasks = task.subtasks().stream().map(GraphPrinter::flow).collect(Collectors.joining(", then "));
        return switch (task.subtasks().size()) {
            case 0 -> own;
            case 1 -> own + " -> " + subtasks;
            default -> own + " -> (" + subtasks + ")";
        };
    }

    static String words(WaitCycles.Cycle cycle) {
        return (cycle.isStuck() ? "DEADLOCK: " : "WARNING: ") + cycle.words();
    }
}
