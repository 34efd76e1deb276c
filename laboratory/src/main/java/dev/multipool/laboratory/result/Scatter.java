package dev.multipool.laboratory.result;

import java.util.List;

/**
 * How much windows of one setting differ from each other, as parts of their mean.
 *
 * @param squares the sum of the squares of what each window lies off the mean of its setting
 * @param freedom degrees of freedom: windows less settings
 */
record Scatter(double squares, int freedom) {
    /** Of nothing. */
    static final Scatter UNKNOWN = new Scatter(0, 0);

    /** Of windows of one setting; one alone tells nothing. */
    static Scatter of(List<Double> windows) {
        double mean =
                windows.stream().mapToDouble(Double::doubleValue).average().orElse(0);
        return mean <= 0
                ? UNKNOWN
                : new Scatter(
                        windows.stream()
                                .mapToDouble(each -> (each / mean - 1) * (each / mean - 1))
                                .sum(),
                        windows.size() - 1);
    }

    /** Of both together. */
    Scatter with(Scatter other) {
        return new Scatter(squares + other.squares, freedom + other.freedom);
    }

    /**
     * This, and what others tell of it: they weigh as much as so many windows at most. That is the moderated variance of G. K. Smyth,
     * "Linear Models and Empirical Bayes Methods", 2004, with a prior of given weight.
     */
    Scatter moderatedBy(Scatter others, int most) {
        int borrowed = Math.min(most, others.freedom);
        return borrowed == 0 ? this : with(new Scatter(borrowed * others.squares / others.freedom, borrowed));
    }

    /** The standard deviation, as a part of the mean. */
    double deviation() {
        return Math.sqrt(squares / freedom);
    }
}
