package dev.multipool.bench.search;

import dev.multipool.bench.result.LoadResult;
import dev.multipool.capacity.Objective;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries a search out: one run after another, within a bound of time.
 *
 * <p><b>Threads</b>: {@link #run} blocks its caller; {@link #stop} may come from any thread, and ends it with the run that
 * is under way.
 */
public final class SearchRun {
    private final Objective objective;
    private final String unit;
    private final LoadSearch search;
    private final Bounds bounds;
    private final LongSupplier nanoClock;
    private final List<JudgedRun> trials = new ArrayList<>();
    private volatile boolean stopped;

    /**
     * A search that has not begun.
     *
     * @param unit of levels: {@code users} or {@code calls/s}
     * @param nanoClock monotonic
     */
    public SearchRun(Objective objective, String unit, SearchSettings settings, Bounds bounds, LongSupplier nanoClock) {
        this.objective = objective;
        this.unit = unit;
        this.search = new LoadSearch(settings);
        this.bounds = bounds;
        this.nanoClock = nanoClock;
    }

    /**
     * How long it may take.
     *
     * @param total no run begins that could end later
     * @param oneRun how long a run takes at most
     */
    public record Bounds(Duration total, Duration oneRun) {
        public Bounds {
            if (oneRun.compareTo(total) > 0) {
                throw new IllegalArgumentException(
                        "total: " + total + " (expected: at least the length of one run: " + oneRun + ")");
            }
        }
    }

    /** Makes one run at a level. */
    @FunctionalInterface
    public interface Experiment {
        LoadResult run(double level) throws InterruptedException;
    }

    /** Hears of each run when it is judged. */
    @FunctionalInterface
    public interface Listener {
        void onTrial(JudgedRun trial);
    }

    /** Runs until all is decided, the time is up or it is stopped. */
    public SearchResult run(Experiment experiment, Listener listener) throws InterruptedException {
        long endNanos = nanoClock.getAsLong() + bounds.total().toNanos();
        while (true) {
            Double level = search.next();
            if (level == null) {
                return result(true, decided());
            }
            if (nanoClock.getAsLong() + bounds.oneRun().toNanos() - endNanos > 0) {
                return result(false, "the time is up: " + bounds.total());
            }
            LoadResult result = experiment.run(level);
            if (stopped) {
                return result(false, "stopped");
            }
            JudgedRun trial = JudgedRun.of(level, objective, result);
            trials.add(trial);
            search.judged(level, trial.verdict());
            listener.onTrial(trial);
        }
    }

    /** Ends it with the run that is under way, which counts no more. */
    public void stop() {
        stopped = true;
    }

    private String decided() {
        Double notMeasurable = search.notMeasurable();
        if (notMeasurable != null) {
            return "what is at " + notMeasurable + " " + unit + " cannot be measured here: "
                    + trials.stream()
                            .filter(trial -> trial.level() == notMeasurable
                                    && !trial.reasons().isEmpty())
                            .map(trial -> trial.reasons().get(0))
                            .reduce((first, last) -> last)
                            .orElse("");
        }
        return search.firstFail() == null ? "the largest level allowed holds the objective" : "all is decided";
    }

    private SearchResult result(boolean complete, String endedBy) {
        Double lastPass = search.lastPass();
        return new SearchResult(
                objective,
                unit,
                new SearchResult.Boundary(
                        lastPass,
                        search.firstFail(),
                        lastPass == null ? null : SearchResult.Interval.of(throughputAt(lastPass))),
                complete && search.notMeasurable() == null,
                endedBy,
                trials);
    }

    /** Of all runs that can be trusted, those that missed too: to leave them out would flatter. */
    private List<Double> throughputAt(@Nullable Double level) {
        return trials.stream()
                .filter(trial ->
                        level != null && trial.level() == level && trial.verdict() != JudgedRun.Verdict.INVALID)
                .map(JudgedRun::throughputPerSecond)
                .toList();
    }
}
