package dev.multipool.laboratory.result;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a search recommends for one method.
 *
 * @param method its name
 * @param outcome whether the pools passed the gate
 * @param settings what was measured
 * @param missing what the pools lack; empty for an answer
 * @param whyNone null unless nothing was found
 * @param hints what limits the service, and what to try next; null when nothing was found
 * @param prediction what a model says of another machine
 */
public record MethodAnswer(
        String method,
        AnswerOutcome outcome,
        @JsonUnwrapped Settings settings,
        List<Shortfall> missing,
        @Nullable NoAnswer whyNone,
        @Nullable Hints hints,
        @JsonUnwrapped Prediction prediction) {
    /**
     * What was measured.
     *
     * @param pools the best of thread pools; null when nothing was found
     * @param other what served more without threads of the pools; null when nothing did
     */
    public record Settings(
            @Nullable MeasuredSetting pools, @Nullable MeasuredSetting other) {}

    /**
     * What a model says of another machine.
     *
     * @param elsewhere what a model predicts for another machine; null when there is no prediction
     * @param noPrediction why there is none; null when there is one, or no model
     */
    public record Prediction(
            @Nullable Predicted elsewhere, @Nullable Shortfall noPrediction) {}

    public MethodAnswer {
        missing = List.copyOf(missing);
    }

    /**
     * A setting that was measured.
     *
     * @param name what people call it: its pools and their sizes
     * @param threads of each pool
     * @param users of the closed loop under which it was measured
     * @param throughputPerSecond median over its windows
     * @param p99Millis median over its windows
     * @param evidence what that rests on
     * @param sustainable the rate that independent callers can have; null where it was not asked for
     */
    public record MeasuredSetting(
            String name,
            Map<String, Integer> threads,
            int users,
            double throughputPerSecond,
            double p99Millis,
            Evidence evidence,
            @Nullable SustainableRate sustainable) {}

    /**
     * What follows from the recommendation.
     *
     * @param limit what limits the service under the recommended setting; null where its server was not watched
     * @param next what to try
     */
    public record Hints(@Nullable Verdict limit, NextStep next) {}

    /**
     * Computed by a model, not measured.
     *
     * @param cores of the machine
     * @param name the pools and their sizes
     * @param users of the closed loop
     * @param throughputPerSecond by the model
     * @param low as far below as the model missed what was measured
     * @param high as far above
     */
    public record Predicted(int cores, String name, int users, double throughputPerSecond, double low, double high) {}

    /** The same by other windows of its pools; what a model said and what is no pool is left to the search. */
    public MethodAnswer measuredAgain(MeasuredSetting pools, List<Shortfall> lacks) {
        return new MethodAnswer(
                method,
                AnswerOutcome.lacking(lacks),
                new MethodAnswer.Settings(pools, null),
                lacks,
                null,
                hints,
                new MethodAnswer.Prediction(null, null));
    }

    /** A method of which nothing is known. */
    public static MethodAnswer none(String method, NoAnswer why) {
        return new MethodAnswer(
                method,
                AnswerOutcome.NONE,
                new MethodAnswer.Settings(null, null),
                List.of(),
                why,
                null,
                new MethodAnswer.Prediction(null, null));
    }
}
