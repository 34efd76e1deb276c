package dev.multipool.perf.experiment;

import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.PointSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Failed calls of the runs of a point that count, all together, as a cell of a table. */
public final class FailureCounts {
    private final List<LabRun> runs;

    public FailureCounts(PointSummary point, List<LabRun> runs) {
        this.runs = runs.stream()
                .filter(run -> run.isValid() && run.settings().equals(point.settings()))
                .toList();
    }

    /** As the generator saw them, by error code. */
    public String byCode() {
        return text(runs.stream().map(run -> run.figures().counts().errors()).toList());
    }

    /** As the server counted what it rejected, by its reasons, from its start to its stop. */
    public String byServersReason() {
        List<Map<String, Long>> told = new ArrayList<>();
        for (LabRun run : runs) {
            Map<String, Long> rejections = run.figures().server().rejections();
            if (rejections == null) {
                return "not told";
            }
            told.add(rejections);
        }
        return text(told);
    }

    private static String text(List<Map<String, Long>> each) {
        Map<String, Long> sum = new TreeMap<>();
        each.forEach(counts -> counts.forEach((code, count) -> sum.merge(code, count, Long::sum)));
        return sum.isEmpty()
                ? "none"
                : sum.entrySet().stream()
                        .map(code -> code.getKey() + " " + code.getValue())
                        .collect(Collectors.joining(", "));
    }
}
