package dev.multipool.laboratory.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.multipool.laboratory.result.AnsweredSetting;
import dev.multipool.laboratory.result.EqualSpeed;
import dev.multipool.laboratory.result.Figure;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.Spread;
import java.util.ArrayList;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What several results recommend for one method, at one speed of the cores. It is the middle speed of all their windows, so that results
 * of different hours can be compared. The change with the speed is learned from the windows of all of them.
 *
 * @param method its name, or what was measured
 * @param sides one for each result; null where it recommends nothing
 */
public record ComparedAnswer(String method, List<@Nullable AtOneSpeed> sides) {
    /**
     * What one result recommends.
     *
     * @param setting that it recommends
     * @param toldPerSecond throughput that it tells, at the middle speed of its own windows
     * @param throughputPerSecond at the speed of the comparison
     */
    public record AtOneSpeed(String setting, double toldPerSecond, double throughputPerSecond) {}

    /** Of each method for which at least two results recommend something. */
    static List<ComparedAnswer> of(Collection<LabResult> results) {
        EqualSpeed speed = EqualSpeed.of(results.stream()
                .flatMap(result -> result.measured().runs().stream())
                .toList());
        List<Map<String, AtOneSpeed>> byMethod =
                results.stream().map(result -> byMethod(result, speed)).toList();
        return byMethod.stream()
                .flatMap(side -> side.keySet().stream())
                .distinct()
                .map(method -> new ComparedAnswer(
                        method,
                        byMethod.stream()
                                .map(side -> side.get(method))
                                .collect(Collectors.toCollection(ArrayList::new))))
                .filter(answer -> answer.throughputs().getCount() > 1)
                .toList();
    }

    private static Map<String, AtOneSpeed> byMethod(LabResult result, EqualSpeed speed) {
        Map<String, AtOneSpeed> byMethod = new LinkedHashMap<>();
        for (AnsweredSetting answered : AnsweredSetting.of(result)) {
            List<Double> throughputs = result.measured().runs().stream()
                    .filter(LabRun::isValid)
                    .filter(run -> run.settings().equals(answered.settings()))
                    .map(speed::throughputPerSecond)
                    .toList();
            if (!throughputs.isEmpty()) {
                byMethod.put(
                        answered.name(),
                        new AtOneSpeed(
                                answered.settings().place().describe(),
                                answered.throughputPerSecond(),
                                Spread.ofMeans(throughputs).median()));
            }
        }
        return byMethod;
    }

    private DoubleSummaryStatistics throughputs() {
        return sides.stream()
                .filter(Objects::nonNull)
                .mapToDouble(AtOneSpeed::throughputPerSecond)
                .summaryStatistics();
    }

    /** The most throughput divided by the least. It is in the JSON, too. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public double mostByLeast() {
        DoubleSummaryStatistics throughputs = throughputs();
        return throughputs.getMax() / throughputs.getMin();
    }

    /**
     * Rows of a table in Markdown, one for each side that recommends something.
     *
     * @param names of the sides
     */
    List<String> lines(List<String> names) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < sides.size(); i++) {
            AtOneSpeed side = sides.get(i);
            if (side != null) {
                lines.add(String.join(
                        " | ",
                        "| " + method,
                        names.get(i),
                        side.setting(),
                        Figure.perSecond(side.toldPerSecond()),
                        Figure.perSecond(side.throughputPerSecond()),
                        lines.isEmpty() ? String.format(Locale.ROOT, "%.2f |", mostByLeast()) : "|"));
            }
        }
        return lines;
    }
}
