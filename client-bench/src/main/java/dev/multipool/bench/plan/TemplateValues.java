package dev.multipool.bench.plan;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What stands for a placeholder of a request, drawn anew for each call. */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
@JsonSubTypes({@JsonSubTypes.Type(TemplateValues.Range.class), @JsonSubTypes.Type(TemplateValues.Listed.class)})
public sealed interface TemplateValues {
    /** The first one alone, as if there were no others. */
    default TemplateValues onlyFirst() {
        return this instanceof Range range
                ? new Range(range.min(), range.min(), range.distribution())
                : new Listed(List.of(first()), KeyDistribution.UNIFORM);
    }

    /** The first one as text: a sample. */
    default String first() {
        return this instanceof Range range
                ? Long.toString(range.min())
                : ((Listed) this).texts().get(0);
    }

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

    /** Throws unless there are values for all placeholders that are used, and none for others; {@code where} they may be. */
    static void requireFitting(Map<String, TemplateValues> values, Set<String> used, String where) {
        for (String name : used) {
            if (!values.containsKey(name)) {
                throw new IllegalArgumentException(
                        "values: none for {" + name + "} (expected: one for each placeholder of a request)");
            }
        }
        for (String name : values.keySet()) {
            if (!used.contains(name)) {
                throw new IllegalArgumentException(
                        "values: " + name + " (expected: a placeholder {" + name + "} in " + where + ")");
            }
        }
    }

    /** Throws when a value that stands in this text has several lines: they would be several headers. */
    static void requireOneLine(Map<String, TemplateValues> values, String text) {
        for (String name : Template.namesIn(text)) {
            if (values.get(name) instanceof Listed listed
                    && listed.texts().stream().anyMatch(TemplateValues::hasLineEnd)) {
                throw new IllegalArgumentException(
                        "values: " + name + " (expected: no line end in one, as a header has it)");
            }
        }
    }

    static boolean hasLineEnd(String text) {
        return text.indexOf('\r') >= 0 || text.indexOf('\n') >= 0;
    }
}
