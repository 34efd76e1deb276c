package dev.multipool.capacity;

import java.util.List;
import java.util.Locale;

/**
 * What the formulas say about one pool, with what they were given.
 *
 * @param pool the pool's name
 * @param inputs the measured and given figures that were used, as text with units
 * @param answers one for each formula
 */
public record Advice(String pool, List<String> inputs, List<Answer> answers) {

    /**
     * One formula's answer.
     *
     * @param formula its name
     * @param threads what it says; 0 when an input was missing
     * @param calculation how it got there, in numbers
     */
    public record Answer(String formula, int threads, String calculation) {}

    /** Keeps copies of the lists. */
    public Advice {
        inputs = List.copyOf(inputs);
        answers = List.copyOf(answers);
    }

    /** Returns the answer of the formula of that name. */
    public int threads(String formula) {
        return answers.stream()
                .filter(answer -> answer.formula().equals(formula))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("formula: " + formula + " (expected: one of "
                        + answers.stream().map(Answer::formula).toList() + ")"))
                .threads();
    }

    /** Returns the inputs and the answers side by side, one to a line. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("pool " + pool + "\n");
        for (String input : inputs) {
            text.append("  ").append(input).append('\n');
        }
        for (Answer answer : answers) {
            String threads = answer.threads() == 0 ? "-" : String.valueOf(answer.threads());
            text.append(
                    String.format(Locale.ROOT, "  %-14s %5s  %s%n", answer.formula(), threads, answer.calculation()));
        }
        return text.toString();
    }
}
