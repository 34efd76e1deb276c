package dev.multipool.pools.admission;

import org.HdrHistogram.Histogram;

/** What a simulated load saw from a time on: the answered calls' response times, the rejects, the limits. */
final class SimulationLog {

    private final double from;
    private final Histogram response = new Histogram(3_600_000_000_000L, 3);
    private long rejected;
    private double last;
    private double responseSum;
    private int lowestLimit = Integer.MAX_VALUE;
    private int highestLimit;
    private double limitSum;

    SimulationLog(double from) {
        this.from = from;
    }

    void completed(double now, double responseTime, int limit) {
        if (now >= from) {
            response.recordValue(Math.round(responseTime * 1e9));
            responseSum += responseTime;
            lowestLimit = Math.min(lowestLimit, limit);
            highestLimit = Math.max(highestLimit, limit);
            limitSum += limit;
            last = now;
        }
    }

    void rejected(double now) {
        if (now >= from) {
            rejected++;
        }
    }

    long count() {
        return response.getTotalCount();
    }

    long rejected() {
        return rejected;
    }

    double throughput() {
        return last <= from ? 0 : count() / (last - from);
    }

    double meanSeconds() {
        return responseSum / count();
    }

    double millisAt(double percent) {
        return response.getValueAtPercentile(percent) / 1e6;
    }

    int lowestLimit() {
        return lowestLimit;
    }

    int highestLimit() {
        return highestLimit;
    }

    double meanLimit() {
        return limitSum / count();
    }
}
