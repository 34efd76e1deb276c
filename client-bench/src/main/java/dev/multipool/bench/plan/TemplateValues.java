package dev.multipool.bench.plan;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/** What stands for a placeholder of a request, drawn anew for each call. */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
@JsonSubTypes({@JsonSubTypes.Type(TemplateValues.Range.class), @JsonSubTypes.Type(TemplateValues.Listed.class)})
public sealed interface TemplateValues {
    /**
     * Whole numbers.
     *
     * @param min the smallest, which is also the hottest where the distribution has one
     * @param max the largest
     * @param distribution how they are drawn
     */
    record Range(long min, long max, KeyDistribution distribution) implements TemplateValues {
        public Range {
            if (min > max) {
                throw new IllegalArgumentException("range: " + min + ".." + max + " (expected: min <= max)");
            }
            if (max - min < 0 || max - min == Long.MAX_VALUE) {
                throw new IllegalArgumentException(
                        "range: " + min + ".." + max + " (expected: at most " + Long.MAX_VALUE + " numbers)");
            }
        }
    }

    /**
     * Texts, such as the column of a CSV file.
     *
     * @param texts at least one; the first is the hottest where the distribution has one
     * @param drawn how they are drawn
     */
    record Listed(List<String> texts, KeyDistribution drawn) implements TemplateValues {
        public Listed {
            texts = List.copyOf(texts);
            if (texts.isEmpty()) {
                throw new IllegalArgumentException("values: none (expected: at least one)");
            }
        }
    }
}
