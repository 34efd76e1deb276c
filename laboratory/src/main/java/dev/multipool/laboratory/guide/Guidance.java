package dev.multipool.laboratory.guide;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Whether a model guided a search, and how good it was.
 *
 * @param standing what became of it
 * @param flow the pools that a call comes to, outermost first, those that lend last; empty where that is not known
 * @param knobs the pools that each knob sets, as far as that is known
 * @param missed the worst miss of the throughput of the windows that it was made from; 0 without a model
 * @param predictions what it predicted before it was measured, in the order of the windows
 */
public record Guidance(
        Standing standing,
        List<String> flow,
        Map<String, Set<String>> knobs,
        double missed,
        List<Prediction> predictions) {
    /** What became of a model. */
    public enum Standing {
        /** It guided the search to its end. */
        GUIDED,
        /** It was ignored, once it missed its own windows by too much. */
        MISSED,
        /** Nobody told of pools and of who waits for whom. */
        NO_AGENT,
        /** What the agent told makes no flow of a call. */
        FLOW_UNKNOWN,
        /** No knob is known to set a pool of the flow. */
        NO_KNOB_KNOWN,
        /** Too few windows counted. */
        TOO_FEW_LOADS,
        /** No model fits the windows. */
        NOT_FITTED
    }

    public Guidance {
        flow = List.copyOf(flow);
        knobs = new TreeMap<>(knobs);
        predictions = List.copyOf(predictions);
    }

    /**
     * One prediction beside what was measured then.
     *
     * @param values by the knobs' names
     * @param users of the closed loop
     * @param predictedPerSecond the throughput that the model said
     * @param measuredPerSecond what the window had
     */
    public record Prediction(
            Map<String, String> values, int users, double predictedPerSecond, double measuredPerSecond) {
        /** The part by which it missed: -0.05 where it said 5 % too little. */
        public double miss() {
            return predictedPerSecond / measuredPerSecond - 1;
        }
    }
}
