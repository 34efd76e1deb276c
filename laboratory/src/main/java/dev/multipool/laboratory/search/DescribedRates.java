package dev.multipool.laboratory.search;

import dev.multipool.laboratory.result.RunSettings;

/**
 * The answer's setting under independent calls.
 *
 * @param points of the search
 * @param answer under its closed loop
 */
record DescribedRates(DescribedPoints points, RunSettings answer) implements RatePoints {
    @Override
    public RunSettings ofLook(int rate) {
        return points.ofLook(answer, rate);
    }

    @Override
    public RunSettings ofConfirmation(int rate) {
        return points.ofConfirmation(answer, rate);
    }
}
