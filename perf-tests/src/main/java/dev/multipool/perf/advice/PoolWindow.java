package dev.multipool.perf.advice;

import dev.multipool.laboratory.result.Figure;
import dev.multipool.perf.advice.PoolControl.PoolReading;
import java.util.List;
import java.util.Locale;

/**
 * What a pool did in a window.
 *
 * @param done tasks that ran
 * @param perSecond the same, each second
 * @param errorPerSecond the standard error of that, by how much the window's parts differ
 * @param meanMillis queued and in service
 * @param rejectedPerSecond tasks turned away
 * @param p99Millis an upper bound of TP99 on the pool
 */
record PoolWindow(
        double done,
        double perSecond,
        double errorPerSecond,
        double meanMillis,
        double rejectedPerSecond,
        double p99Millis) {
    private static final double LEAST_SECONDS = 1e-3;

    /** Of the readings at the beginning, between the parts, and at the end. */
    static PoolWindow of(List<PoolReading> readings) {
        PoolReading first = readings.get(0);
        PoolReading last = readings.get(readings.size() - 1);
        double seconds = Math.max(LEAST_SECONDS, last.seconds() - first.seconds());
        double done = last.done() - first.done();
        return new PoolWindow(
                done,
                done / seconds,
                error(readings, done / seconds),
                done > 0 ? (last.millis() - first.millis()) / done : 0,
                (last.rejected() - first.rejected()) / seconds,
                last.lastP99Millis());
    }

    private static double error(List<PoolReading> readings, double mean) {
        int parts = readings.size() - 1;
        if (parts < 2) {
            return 0;
        }
        double squares = 0;
        for (int i = 0; i < parts; i++) {
            PoolReading from = readings.get(i);
            PoolReading to = readings.get(i + 1);
            double rate = (to.done() - from.done()) / Math.max(LEAST_SECONDS, to.seconds() - from.seconds());
            squares += (rate - mean) * (rate - mean);
        }
        return Math.sqrt(squares / (parts - 1) / parts);
    }

    String describe() {
        return String.format(
                Locale.ROOT,
                "%.0f tasks/s, mean %s ms, p99 at most %s ms, %.1f rejected/s",
                perSecond,
                Figure.millis(meanMillis),
                Figure.millis(p99Millis),
                rejectedPerSecond);
    }
}
