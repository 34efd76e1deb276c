package dev.multipool.perf;

import dev.multipool.perf.result.Figure;
import dev.multipool.perf.result.Figures;
import java.util.ArrayList;
import java.util.List;

/** Whether a run's figures can be trusted, judged from the figures. */
final class RunChecks {
    private RunChecks() {}

    /** Why the run must not count: in a sweep nothing may fail, since the queue holds every user. */
    static List<String> invalidReasons(Figures figures) {
        List<String> reasons = new ArrayList<>();
        if (figures.errorCount() > 0) {
            reasons.add(figures.errorCount() + " errors: " + figures.errors() + " (expected: 0)");
        }
        if (figures.notFound() > 0) {
            reasons.add(figures.notFound() + " users not found (expected: 0, they were seeded)");
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
