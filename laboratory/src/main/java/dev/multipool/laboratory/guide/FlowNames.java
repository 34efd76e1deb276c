package dev.multipool.laboratory.guide;

import dev.multipool.capacity.calibration.TaskShape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The names of a flow's pools. They may be anything, so the model has made-up ones. They may differ from one start of a service to
 * the next, as where they hold a port's number; what stays is the pools' place in the flow.
 */
final class FlowNames {
    private static final String STATION = "station-";

    private FlowNames() {}

    /** The pools that a call comes to, those that lend last. */
    static List<String> pools(TaskShape flow) {
        return Stream.concat(flow.pools().stream(), flow.lenders().stream()).toList();
    }

    /** A made-up name for each pool, by its place. */
    static Map<String, String> stations(TaskShape flow) {
        Map<String, String> stations = new LinkedHashMap<>();
        pools(flow).forEach(pool -> stations.put(pool, STATION + stations.size()));
        return stations;
    }

    static TaskShape renamed(TaskShape task, Map<String, String> names) {
        return new TaskShape(
                name(task.pool(), names),
                task.count(),
                task.knownCpuMillis(),
                task.waits(),
                task.subtasks().stream().map(subtask -> renamed(subtask, names)).toList(),
                task.leases().stream()
                        .map(lease ->
                                new TaskShape.Lease(name(lease.lender(), names), lease.waitShare(), lease.cpuShare()))
                        .toList());
    }

    static String name(String pool, Map<String, String> names) {
        return names.getOrDefault(pool, pool);
    }

    /**
     * A window with the names of a flow.
     *
     * @return empty where the calls of the window go another way
     */
    static Optional<GuideWindow> asIn(TaskShape flow, GuideWindow window) {
        if (pools(flow).stream().allMatch(pool -> window.ledger(pool).isPresent())) {
            return Optional.of(window);
        }
        return CallFlow.of(window)
                .filter(own -> way(own).equals(way(flow)))
                .map(own -> window.renamed(names(pools(own), pools(flow))));
    }

    private static Map<String, String> names(List<String> from, List<String> to) {
        Map<String, String> names = new LinkedHashMap<>();
        for (int place = 0; place < from.size(); place++) {
            names.put(from.get(place), to.get(place));
        }
        return names;
    }

    /** From which place in the flow it goes to which, and nothing else. */
    private static TaskShape way(TaskShape flow) {
        return wayOf(renamed(flow, stations(flow)));
    }

    private static TaskShape wayOf(TaskShape task) {
        return new TaskShape(
                task.pool(),
                1,
                0,
                false,
                task.subtasks().stream().map(FlowNames::wayOf).toList(),
                task.leases().stream()
                        .map(lease -> new TaskShape.Lease(lease.lender(), 0, 0))
                        .toList());
    }
}
