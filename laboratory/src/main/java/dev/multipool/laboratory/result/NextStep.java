package dev.multipool.laboratory.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What to try after a search.
 *
 * @param action programs decide by it
 * @param subject the server, or the change, that it is about; null where there is nothing to try
 * @param users of the closed loop under which the server was measured; null for what was not measured
 * @param throughputPerSecond measured; null for what was not measured
 * @param p99Millis measured; null for what was not measured
 * @param predictedGain part by which a model predicts more throughput; null for what was measured
 */
public record NextStep(
        Action action,
        @Nullable String subject,
        @Nullable Integer users,
        @Nullable Double throughputPerSecond,
        @Nullable Double p99Millis,
        @Nullable Double predictedGain) {

    /** What can be done. */
    public enum Action {
        /** The server looks better, but its windows are too few or too different. */
        MEASURE_LONGER,
        /** The server differs in more than pool sizes and served more. */
        TRY_SERVER,
        /** The model predicts more. */
        TRY_CHANGE,
        /** Nothing is known that serves more. */
        NOTHING
    }

    /** Another server that was measured. */
    public static NextStep measured(Action action, Candidate server, int users) {
        return new NextStep(action, server.variant().name(), users, server.throughput(), server.p99Millis(), null);
    }

    /** A change that a model knows. */
    public static NextStep predicted(String change, double gain) {
        return new NextStep(Action.TRY_CHANGE, change, null, null, null, gain);
    }

    /** Nothing to try. */
    public static NextStep nothing() {
        return new NextStep(Action.NOTHING, null, null, null, null, null);
    }

    /** The same for people. It is in the JSON, too. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public String text() {
        return switch (action) {
            case MEASURE_LONGER ->
                "Measure " + subject + " under " + users + " users for longer: " + figures()
                        + ", but that is not certain enough.";
            case TRY_SERVER -> "Try \"" + subject + "\": " + figures() + ".";
            case TRY_CHANGE ->
                String.format(
                        Locale.ROOT,
                        "Try %s: the model predicts %+.1f %%.",
                        subject,
                        100 * (predictedGain == null ? 0 : predictedGain));
            case NOTHING -> "No other change is known to serve more.";
        };
    }

    private String figures() {
        return throughputPerSecond == null || p99Millis == null
                ? "not measured"
                : Figure.perSecond(throughputPerSecond) + " TPS, TP99 " + Figure.millis(p99Millis) + " ms";
    }
}
