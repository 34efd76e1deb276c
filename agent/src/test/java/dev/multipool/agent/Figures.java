package dev.multipool.agent;

import java.util.List;
import java.util.Map;

/**
 * What a program printed.
 *
 * @param byName its figures
 * @param complaints what the agent said
 */
record Figures(Map<String, Double> byName, List<String> complaints) {

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
