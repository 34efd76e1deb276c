package dev.multipool.laboratory.guide;

import dev.multipool.capacity.calibration.TaskShape;
import dev.multipool.capacity.sim.SimulationResult;
import dev.multipool.laboratory.guide.Guidance.Prediction;
import dev.multipool.laboratory.guide.Guidance.Standing;
import dev.multipool.laboratory.result.Figure;
import dev.multipool.laboratory.result.Gate;
import dev.multipool.laboratory.sizing.Guide;
import dev.multipool.laboratory.sizing.Window;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Guides a search by a model that is made of the windows so far, and made anew as more of them come.
 *
 * <p>How it works: the flow of a call is taken from the window in which the cores were least busy, as threads waited least for a
 * core there. The model is fitted to windows that differ only in knobs which set a pool of the flow: the newest of which there
 * are enough loads. Once it misses one of
 * these by more than the gate allows a prediction, it is ignored.
 *
 * <p><b>Threads:</b> one. <b>Lifecycle:</b> one search.
 */
public final class ModelGuide implements Guide {
    /** Loads that a fit needs: more than it has coefficients for CPU time. */
    private static final int FEWEST_LOADS = 3;

    private final double limitMillis;
    private final int cores;
    private final Consumer<String> progress;
    private final List<GuideWindow> windows = new ArrayList<>();
    private final List<Prediction> predictions = new ArrayList<>();
    private boolean isStale;
    private Standing standing = Standing.NO_AGENT;
    private List<String> flow = List.of();
    private Map<String, Set<String>> knobs = Map.of();
    /** Of the knobs that set no pool: with other values the model tells nothing. */
    private Map<String, String> fixedValues = Map.of();

    private double missed;
    private @Nullable ServiceModel model;

    /**
     * Knows nothing yet.
     *
     * @param limitMillis of the objective
     * @param cores that the service has
     * @param progress takes a line when it begins to guide, and when it is ignored
     */
    public ModelGuide(double limitMillis, int cores, Consumer<String> progress) {
        this.limitMillis = limitMillis;
        this.cores = cores;
        this.progress = progress;
    }

    /**
     * Takes a window into account.
     *
     * @param window one that counts, without failed calls
     */
    public void learn(GuideWindow window) {
        predicted(window.values(), window.users())
                .ifPresent(before -> predictions.add(new Prediction(
                        window.values(),
                        window.users(),
                        before.tps(),
                        window.seen().throughputPerSecond())));
        if (window.isTold()) {
            windows.add(window);
            isStale = true;
        }
    }

    @Override
    public Optional<Window> predict(Map<String, String> values, int users) {
        refit();
        return predicted(values, users).map(result -> {
            double tail = result.percentileMillis(99);
            return new Window(result.tps(), tail, tail <= limitMillis);
        });
    }

    private Optional<SimulationResult> predicted(Map<String, String> values, int users) {
        boolean isOfTheModel = fixedValues.entrySet().stream()
                .allMatch(fixed -> fixed.getValue().equals(values.get(fixed.getKey())));
        return model == null || !isOfTheModel ? Optional.empty() : model.predict(values, users);
    }

    @Override
    public boolean needsLoads() {
        refit();
        return standing == Standing.TOO_FEW_LOADS;
    }

    /** What became of the model by the last time that the search asked it. */
    public Guidance guidance() {
        if (standing == Standing.NO_AGENT) {
            // nobody may have asked yet
            refit();
        }
        return new Guidance(standing, flow, knobs, missed, predictions);
    }

    private void refit() {
        if (isStale && standing != Standing.MISSED) {
            Standing before = standing;
            standing = fit();
            if (standing != Standing.GUIDED) {
                model = null;
            }
            if (standing != before) {
                tell();
            }
        }
        isStale = false;
    }

    private void tell() {
        if (standing == Standing.GUIDED) {
            progress.accept("a model guides the search; it knows " + String.join(", ", new TreeSet<>(knobs.keySet())));
        } else if (standing == Standing.MISSED) {
            progress.accept("the model is ignored from now on: it misses its own windows by " + Figure.percent(missed));
        }
    }

    private Standing fit() {
        GuideWindow quietest = windows.stream()
                .min(Comparator.comparingDouble(window -> window.cpu().cpuCores()))
                .orElseThrow();
        TaskShape shape = CallFlow.of(quietest).orElse(null);
        if (shape == null) {
            return Standing.FLOW_UNKNOWN;
        }
        flow = FlowNames.pools(shape);
        List<GuideWindow> whole = windows.stream()
                .flatMap(window -> FlowNames.asIn(shape, window).stream())
                .toList();
        knobs = new HashMap<>(KnobPools.of(whole));
        knobs.values().removeIf(pools -> !flow.containsAll(pools));
        if (knobs.isEmpty()) {
            return Standing.NO_KNOB_KNOWN;
        }
        for (int last = whole.size() - 1; last >= 0; last--) {
            Map<String, String> fixed = new HashMap<>(whole.get(last).values());
            fixed.keySet().removeAll(knobs.keySet());
            List<GuideWindow> alike = whole.stream()
                    .filter(window -> window.values().entrySet().containsAll(fixed.entrySet()))
                    .toList();
            if (loads(alike) >= FEWEST_LOADS) {
                fixedValues = fixed;
                return fit(shape, alike);
            }
        }
        return Standing.TOO_FEW_LOADS;
    }

    private static long loads(List<GuideWindow> windows) {
        return windows.stream().map(GuideWindow::users).distinct().count();
    }

    private Standing fit(TaskShape shape, List<GuideWindow> alike) {
        try {
            model = ServiceModel.fit(shape, alike, knobs, cores);
        } catch (IllegalArgumentException e) {
            return Standing.NOT_FITTED;
        }
        missed = model.missed();
        return Gate.findPredictionShortfall(missed).isEmpty() ? Standing.GUIDED : Standing.MISSED;
    }
}
