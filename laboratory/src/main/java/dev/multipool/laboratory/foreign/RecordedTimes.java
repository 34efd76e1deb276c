package dev.multipool.laboratory.foreign;

import dev.multipool.bench.result.Percentiles;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Calls that a program wrote one by one. */
final class RecordedTimes {
    /** Whoever fails in more ways fails in others. */
    private static final int MOST_NAMES = 20;

    private static final String OTHERS = "OTHERS";
    private static final int LONGEST_NAME = 100;

    private final Histogram nanos = new Histogram(3);
    private final Map<String, Long> errors = new TreeMap<>();

    /** A call that was answered without an error. */
    void add(long responseNanos) {
        nanos.recordValue(Math.max(0, responseNanos));
    }

    /** A call that was not. */
    void addError(String name) {
        String told = name.isBlank() ? OTHERS : name.substring(0, Math.min(LONGEST_NAME, name.length()));
        boolean known = errors.containsKey(told) || errors.size() < MOST_NAMES;
        errors.merge(known ? told : OTHERS, 1L, Long::sum);
    }

    long calls() {
        return nanos.getTotalCount();
    }

    Map<String, Long> errors() {
        return errors;
    }

    Percentiles percentiles() {
        return Percentiles.of(nanos);
    }
}
