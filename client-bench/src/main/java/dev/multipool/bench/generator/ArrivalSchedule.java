package dev.multipool.bench.generator;

import dev.multipool.bench.plan.LoadModel;
import java.util.SplittableRandom;

/**
 * When the calls of one connection are due. The connections' schedules together are the plan's: of constant arrivals
 * each takes every c-th, and independent Poisson processes add up to a Poisson process.
 *
 * <p>Arrivals are counted in calls of the whole run, as a real number, and turned into time at the end, so that rounding
 * does not add up. A rate that changes changes only this last step: arrivals that are constant or Poisson in calls are so
 * in time, at the rate of the moment.
 */
final class ArrivalSchedule {
    private final LoadModel.Arrivals arrivals;
    private final LoadCurve curve;
    private final int connections;
    private final SplittableRandom random;
    private double arrival;

    ArrivalSchedule(
            LoadModel.Arrivals arrivals, LoadCurve curve, int connection, int connections, SplittableRandom random) {
        this.arrivals = arrivals;
        this.curve = curve;
        this.connections = connections;
        this.random = random;
        this.arrival = arrivals == LoadModel.Arrivals.CONSTANT ? connection : gap();
    }

    /** Nanoseconds from the begin of the load to the next arrival; moves on. */
    long nextNanos() {
        double due = arrival;
        arrival += gap();
        return curve.nanosOfCount(due);
    }

    private double gap() {
        return switch (arrivals) {
            case CONSTANT -> connections;
            // 1 - u is never 0, whose logarithm is infinite
            case POISSON -> -Math.log(1 - random.nextDouble()) * connections;
        };
    }
}
