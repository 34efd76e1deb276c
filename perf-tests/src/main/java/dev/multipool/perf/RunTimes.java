package dev.multipool.perf;

import dev.multipool.perf.result.Load;
import java.time.Duration;

/** How long runs take. */
final class RunTimes {
    /** What starting and stopping the processes of a run adds to its load. */
    private static final Duration START_AND_STOP = Duration.ofSeconds(3);

    /** What connecting, and reading what was left, add to the load of a run whose processes stay. */
    private static final Duration BETWEEN_RUNS = Duration.ofMillis(500);
    /** What a load needs to be as it is, where code is compiled and threads are there. */
    private static final double SETTLING_SECONDS = 1;

    /** The warm-up that many runs share / that of one; in a server that is not wholly compiled the first of them would lose. */
    private static final double WARM_UP_OF_MANY = 2;

    private RunTimes() {}

    /** The same load for processes that further runs will share. */
    static Load warmingManyRuns(Load load) {
        return load.lasting(WARM_UP_OF_MANY * load.warmupSeconds(), load.durationSeconds());
    }

    /** The same load for processes that are warm from another run. */
    static Load settling(Load load) {
        return load.lasting(Math.min(SETTLING_SECONDS, load.warmupSeconds()), load.durationSeconds())
                .warmedUpByItself();
    }

    /** Of a run with processes that are warm from another run. */
    static Duration ofAWarmRun(Load load) {
        Load settling = settling(load);
        return warmup(settling).plus(duration(settling)).plus(BETWEEN_RUNS);
    }

    static Duration of(Load load) {
        return warmup(load).plus(duration(load)).plus(START_AND_STOP);
    }

    /** Of a run on average, where so many share their processes. */
    static Duration shared(Load load, int runs) {
        return ofAWarmRun(load).plus(startOfShared(load).dividedBy(runs));
    }

    /** Of starting processes that runs share, and warming them up. */
    static Duration startOfShared(Load load) {
        return warmup(warmingManyRuns(load)).plus(START_AND_STOP);
    }

    static Duration warmup(Load load) {
        return seconds(load.warmupSeconds());
    }

    static Duration duration(Load load) {
        return seconds(load.durationSeconds());
    }

    static Duration seconds(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1000));
    }
}
