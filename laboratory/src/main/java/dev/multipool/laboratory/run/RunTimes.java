package dev.multipool.laboratory.run;

import dev.multipool.laboratory.result.Demand.OpenLoop;
import dev.multipool.laboratory.result.Load;
import java.time.Duration;

/** How long runs take. */
public final class RunTimes {
    /** What starting and stopping the processes of a run adds to its load. */
    private static final Duration START_AND_STOP = Duration.ofSeconds(3);

    /** What connecting, reading what was left, and judging the last slices add to the load of a run whose processes stay. */
    private static final Duration BETWEEN_RUNS = Duration.ofSeconds(1);
    /** What a load needs to be as it is, where code is compiled and threads are there. */
    private static final double SETTLING_SECONDS = 1;

    /** Times the load's warm-up until the compilers are nearly idle; it may take longer. */
    private static final int USUAL_WARM_UPS = 2;

    /** Times its length, for a window that stalls of the machine disturb. */
    private static final int LONGEST_WINDOW = 3;

    private RunTimes() {}

    /** The same load for processes that are warm. */
    static Load settling(Load load) {
        return load.lasting(
                        Math.min(SETTLING_SECONDS, load.times().warmupSeconds()),
                        load.times().durationSeconds())
                .warmedUpByItself();
    }

    /** Of a run with processes that are warm from another run. */
    public static Duration ofAWarmRun(Load load) {
        Load settling = settling(load);
        return warmup(settling).plus(duration(settling)).plus(BETWEEN_RUNS);
    }

    /** Of a run with processes that are warm from another load. */
    public static Duration ofAReadyRun(Load load) {
        return load.demand() instanceof OpenLoop ? ofAReadyRate(load) : ofAWarmRun(load);
    }

    /** Of a run under independent calls with processes that are warm from users: the first such calls warm them up once more. */
    public static Duration ofAReadyRate(Load load) {
        return ofAWarmRun(load).plus(warmup(load));
    }

    public static Duration of(Load load) {
        return startOfShared(load).plus(ofAWarmRun(load));
    }

    /** Of a run on average, where so many share their processes. */
    public static Duration shared(Load load, int runs) {
        return ofAWarmRun(load).plus(startOfShared(load).dividedBy(runs));
    }

    /** Of starting processes that runs share, and warming them up. */
    static Duration startOfShared(Load load) {
        return warmup(load).multipliedBy(USUAL_WARM_UPS).plus(START_AND_STOP);
    }

    static Duration warmup(Load load) {
        return seconds(load.times().warmupSeconds());
    }

    static Duration duration(Load load) {
        return seconds(load.times().durationSeconds());
    }

    /** The window with what it may be extended by, until it holds enough clean time. */
    static Duration longest(Load load) {
        return duration(load).multipliedBy(LONGEST_WINDOW);
    }

    public static Duration seconds(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1000));
    }
}
