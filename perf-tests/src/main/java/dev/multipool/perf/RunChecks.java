package dev.multipool.perf;

import dev.multipool.perf.result.Figure;
import dev.multipool.perf.result.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Whether a run's figures can be trusted, judged from the figures. */
final class RunChecks {
    private RunChecks() {}

    /**
     * Why the run must not count.
     *
     * @param expectedErrors codes that belong to the question; of all others there may be none
     */
    static List<String> invalidReasons(Figures figures, List<String> expectedErrors) {
        List<String> reasons = new ArrayList<>();
        Map<String, Long> others = new TreeMap<>(figures.errors());
        expectedErrors.forEach(others::remove);
        if (!others.isEmpty()) {
            reasons.add(
                    others.values().stream().mapToLong(Long::longValue).sum() + " errors: " + others + " (expected: "
                            + (expectedErrors.isEmpty() ? "0" : "only " + String.join(", ", expectedErrors)) + ")");
        }
        if (figures.notFound() > 0) {
            reasons.add(figures.notFound() + " users or items not found (expected: 0, they were seeded)");
        }
        return reasons;
    }

    /** Why the figures may be off. */
    static List<String> suspectReasons(Figures figures) {
        Double foreign = figures.foreignCpuCores();
        return foreign != null && foreign > ThreeProcesses.FOREIGN_CORES_LIMIT
                ? List.of(Figure.cores(foreign) + " cores of foreign load (expected: <= "
                        + Figure.cores(ThreeProcesses.FOREIGN_CORES_LIMIT) + ")")
                : List.of();
    }
}
