package dev.multipool.laboratory.result;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which run of a setting is told of, so that one run that went otherwise does not speak for all. */
public final class TypicalRun {
    private TypicalRun() {}

    /**
     * The last run whose limit is that of most runs with these settings. Runs that don't count are asked where there are no others.
     *
     * @param runs in the order in which they were made
     */
    public static Optional<LabRun> of(List<LabRun> runs, RunSettings settings) {
        List<LabRun> all =
                runs.stream().filter(run -> run.settings().equals(settings)).toList();
        List<LabRun> valid = all.stream().filter(LabRun::isValid).toList();
        return lastOfMost(valid.isEmpty() ? all : valid);
    }

    private static Optional<LabRun> lastOfMost(List<LabRun> runs) {
        return runs.stream().collect(Collectors.groupingBy(TypicalRun::limitWithoutFigures)).values().stream()
                .max(Comparator.<List<LabRun>>comparingInt(List::size).thenComparingInt(TypicalRun::lastNumber))
                .map(alike -> alike.get(alike.size() - 1));
    }

    /** What differs a little from run to run is left out; empty where nothing tells. */
    private static Optional<Verdict> limitWithoutFigures(LabRun run) {
        return run.details().diagnosis().stream()
                .findFirst()
                .map(limit -> new Verdict(limit.cause(), limit.pool(), Map.of(), null));
    }

    private static int lastNumber(List<LabRun> runs) {
        return runs.get(runs.size() - 1).identity().number();
    }

    /** What limits a setting, as its typical run tells it and no other run contradicts; empty where nothing tells. */
    public static Optional<Verdict> limit(List<LabRun> runs, RunSettings settings) {
        return verdicts(runs, settings).stream().findFirst();
    }

    /** All verdicts about a setting, the limit first. */
    public static List<Verdict> verdicts(List<LabRun> runs, RunSettings settings) {
        List<Verdict> all = new ArrayList<>(
                of(runs, settings).map(run -> run.details().diagnosis()).orElse(List.of()));
        if (!all.isEmpty()) {
            all.set(0, MoreThreads.explain(all.get(0), runs, settings));
        }
        return List.copyOf(all);
    }
}
