package dev.multipool.laboratory.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.multipool.capacity.sim.Estimate;
import java.util.List;

/**
 * A mean over repeated windows and half of its 95 % confidence interval, by Student's t.
 *
 * @param mean over the windows
 * @param halfWidth of the interval
 */
public record Interval(double mean, double halfWidth) {
    private static final int FEWEST = 2;
    /** Of the mean; nobody would act on a wider one. */
    private static final double WIDEST_SHOWN = 0.5;

    public Interval {
        if (!(halfWidth >= 0)) {
            throw new IllegalArgumentException("halfWidth: " + halfWidth + " (expected: >= 0)");
        }
    }

    /**
     * Of windows of one setting.
     *
     * @throws IllegalArgumentException when there are fewer than two: one window tells nothing of the next
     */
    public static Interval of(List<Double> windows) {
        if (windows.size() < FEWEST) {
            throw new IllegalArgumentException("windows: " + windows.size() + " (expected: >= " + FEWEST + ")");
        }
        Estimate estimate = Estimate.ofBatches(
                windows.stream().mapToDouble(Double::doubleValue).toArray());
        return new Interval(estimate.value(), estimate.halfWidth());
    }

    /** Half of the interval's width as a part of the mean. */
    @JsonIgnore
    public double relativeHalfWidth() {
        return mean > 0 ? halfWidth / mean : Double.POSITIVE_INFINITY;
    }

    @JsonIgnore
    public double upper() {
        return mean + halfWidth;
    }

    /** Whether it is narrow enough to be shown: one that reaches to zero, or nearly, says nothing. */
    @JsonIgnore
    public boolean isTelling() {
        return relativeHalfWidth() <= WIDEST_SHOWN;
    }
}
