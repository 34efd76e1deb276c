package dev.multipool.perf.experiment.iocpusplit;

import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.Variant;
import java.util.List;
import java.util.Map;

/**
 * The variants that were measured under one ratio of work.
 *
 * @param work of each item
 * @param points one for each variant
 * @param rule the variant that the rule of thumb proposes
 */
record SplitComparison(Work work, List<PointSummary> points, Variant rule) {
    /**
     * What each item asks for.
     *
     * @param ratio its I/O time over its CPU time
     * @param settings the server's
     */
    record Work(int ratio, Map<String, String> settings) {
        String stage() {
            return "I/O : CPU = " + ratio + " : 1";
        }
    }
}
