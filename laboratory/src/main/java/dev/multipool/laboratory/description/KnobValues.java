package dev.multipool.laboratory.description;

import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a knob can be set to. */
public sealed interface KnobValues {
    /** The present value, as text; null when it is not told. */
    @Nullable
    String startText();

    /** One end: the smallest number, or the first choice. */
    String first();

    /** The other end: the largest number, or the last choice. */
    String last();

    /** How numbers are spaced. */
    enum Scale {
        /** By equal differences. */
        LINEAR,
        /** By equal ratios. */
        LOG
    }

    /**
     * Whole numbers.
     *
     * @param min the smallest
     * @param max the largest; above the smallest
     * @param scale how they are spaced
     * @param start the service's present value; null when it is not told
     */
    record Range(long min, long max, Scale scale, @Nullable Long start) implements KnobValues {
        public Range {
            if (min >= max) {
                throw new IllegalArgumentException(
                        "range: " + min + ".." + max + " (expected: MIN..MAX with MIN < MAX)");
            }
            if (scale == Scale.LOG && min < 1) {
                throw new IllegalArgumentException(
                        "scale: log for " + min + ".." + max + " (expected: linear, as the range begins below 1)");
            }
            if (start != null && (start < min || start > max)) {
                throw new IllegalArgumentException("start: " + start + " (expected: " + min + " to " + max + ")");
            }
        }

        @Override
        public @Nullable String startText() {
            return start == null ? null : start.toString();
        }

        @Override
        public String first() {
            return Long.toString(min);
        }

        @Override
        public String last() {
            return Long.toString(max);
        }
    }

    /**
     * Texts of which one holds.
     *
     * @param choices at least two, each once
     * @param start the service's present one; null when it is not told
     */
    record Choices(List<String> choices, @Nullable String start) implements KnobValues {
        public Choices {
            choices = List.copyOf(choices);
            if (choices.size() < 2 || new HashSet<>(choices).size() < choices.size()) {
                throw new IllegalArgumentException("choices: " + choices + " (expected: at least two, each once)");
            }
            if (start != null && !choices.contains(start)) {
                throw new IllegalArgumentException("start: " + start + " (expected: one of " + choices + ")");
            }
        }

        @Override
        public @Nullable String startText() {
            return start;
        }

        @Override
        public String first() {
            return choices.get(0);
        }

        @Override
        public String last() {
            return choices.get(choices.size() - 1);
        }
    }
}
