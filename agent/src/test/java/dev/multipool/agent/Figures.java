package dev.multipool.agent;

import java.util.List;
import java.util.Map;
import org.assertj.core.data.Percentage;

/**
 * What a program printed.
 *
 * @param byName its figures
 * @param complaints what the agent said
 */
record Figures(Map<String, Double> byName, List<String> complaints) {

    /** A thread may lose its core between the ledger's clock and the task's, and tasks are few; TruthIT is strict. */
    static final Percentage CLOSE = Percentage.withPercentage(10);

    Figures {
        byName = Map.copyOf(byName);
        complaints = List.copyOf(complaints);
    }

    double of(String name) {
        Double figure = byName.get(name);
        if (figure == null) {
            throw new AssertionError(name + " (expected: one of " + byName.keySet() + ")");
        }
        return figure;
    }
}
