package dev.multipool.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What throughput is lost, in rounds of pairs of windows: 0.02 for 2 %. */
final class Losses {

    private final List<Double> without = new ArrayList<>();
    private final List<Double> with = new ArrayList<>();
    private final List<Double> pairs = new ArrayList<>();
    private final List<Double> rounds = new ArrayList<>();

    /** Adds a pair of windows, of this throughput each. */
    void add(double withoutAgent, double withAgent) {
        without.add(withoutAgent);
        with.add(withAgent);
        pairs.add(1 - withAgent / withoutAgent);
    }

    /** A round's loss is the median of its pairs'. */
    void endRound() {
        rounds.add(median(pairs));
        pairs.clear();
    }

    /** The median of the rounds. */
    double median() {
        return median(rounds);
    }

    void print(String what, String unit) {
        List<Double> ascending = rounds.stream().sorted().toList();
        System.out.printf(
                Locale.ROOT,
                "%s: %.0f %s without, %.0f with (medians of %d windows each); lost: %.2f %% (%d rounds: %.2f to %.2f), %.0f ns each%n",
                what,
                median(without),
                unit,
                median(with),
                with.size(),
                100 * median(),
                rounds.size(),
                100 * ascending.get(0),
                100 * ascending.get(ascending.size() - 1),
                1e9 / median(without) * (1 / (1 - median()) - 1));
    }

    private static double median(List<Double> values) {
        List<Double> ascending = values.stream().sorted().toList();
        int middle = ascending.size() / 2;
        return ascending.size() % 2 == 1
                ? ascending.get(middle)
                : (ascending.get(middle - 1) + ascending.get(middle)) / 2;
    }
}
