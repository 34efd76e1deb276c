package dev.multipool.bench.machine;

import java.util.Collection;

/**
 * How often and how long a JVM's collector stopped all its threads in the window.
 *
 * @param count pauses
 * @param totalMillis all together
 * @param maxMillis the longest; 0 when there was none
 */
public record GcPauses(long count, double totalMillis, double maxMillis) {
    public static final GcPauses NONE = new GcPauses(0, 0, 0);

    static GcPauses of(Collection<Double> millis) {
        return new GcPauses(
                millis.size(),
                millis.stream().mapToDouble(Double::doubleValue).sum(),
                millis.stream().mapToDouble(Double::doubleValue).max().orElse(0));
    }
}
