package dev.multipool.laboratory.result;

import java.util.Locale;

/** What the figures of a {@link Finding} count or measure. Each knows its unit; shares are parts of 1. */
public enum FindingFigure {
    USERS(Unit.USERS),
    /** Users at which the limit was broken. */
    USERS_TOO_MANY(Unit.USERS),
    THREADS(Unit.THREADS),
    /** Threads with a fifth more than the mean. */
    THREADS_WITH_SPARE(Unit.THREADS),
    SIMULATIONS(Unit.SIMULATIONS),
    /** The number of a published run. */
    RUN_NUMBER(Unit.WHOLE),
    /** The feature version of a JDK. */
    JDK_VERSION(Unit.WHOLE),
    COUNTED(Unit.WHOLE),
    EXPECTED(Unit.WHOLE),

    CALLS_PER_SECOND(Unit.CALLS_PER_SECOND),
    /** Of the server that is compared with. */
    OTHER_CALLS_PER_SECOND(Unit.CALLS_PER_SECOND),
    /** By a formula, if all threads were always busy. */
    POSSIBLE_CALLS_PER_SECOND(Unit.CALLS_PER_SECOND),
    CLIENT_REJECTS_PER_SECOND(Unit.WHOLE),
    SERVER_REJECTS_PER_SECOND(Unit.WHOLE),
    /** Requests in progress, on average. */
    ACTIVE_REQUESTS(Unit.HUNDREDTHS),
    /** Busy threads of the inner pool for each busy thread of the outer pool. */
    INNER_THREADS_PER_OUTER_THREAD(Unit.TENTHS),

    P50_MILLIS(Unit.MILLIS),
    P99_MILLIS(Unit.MILLIS),
    /** Of the server that is compared with. */
    OTHER_P99_MILLIS(Unit.MILLIS),
    /** The largest TP99 of a window that counts. */
    WORST_P99_MILLIS(Unit.MILLIS),
    LIMIT_MILLIS(Unit.MILLIS),
    /** The limit that the model was asked for. */
    ASKED_LIMIT_MILLIS(Unit.MILLIS),
    PAUSE_MILLIS(Unit.MILLIS),
    DEPENDENCY_MILLIS(Unit.MILLIS),
    CLIENT_MEAN_MILLIS(Unit.MILLIS),
    SERVER_MEAN_MILLIS(Unit.MILLIS),
    QUEUE_MILLIS(Unit.MILLIS),
    CPU_MILLIS_PER_CALL(Unit.MICROSECONDS),
    /** Of that, on the pools. */
    POOL_CPU_MILLIS_PER_CALL(Unit.MICROSECONDS),
    /** Of that, elsewhere in the server. */
    OUTSIDE_CPU_MILLIS_PER_CALL(Unit.MICROSECONDS),
    /** Of the server that is compared with. */
    OTHER_CPU_MILLIS_PER_CALL(Unit.MICROSECONDS),

    /** What the server answered, as a part of what the other did. */
    OF_OTHER_SHARE(Unit.TENTHS_OF_PERCENT),
    /** What the server answered, as a part of what the best did. */
    OF_BEST_SHARE(Unit.PERCENT),
    /** What the server answered, as a part of what the best split did. */
    OF_BEST_SPLIT_SHARE(Unit.PERCENT),
    /** Windows that keep the limit, of all that there may be: no less, with 95 % confidence. */
    KEPT_SHARE(Unit.PERCENT),
    /** One-second slices whose own TP99 keeps the limit, of all that no stall disturbed. */
    KEPT_SECONDS_SHARE(Unit.TENTHS_OF_PERCENT),
    GOAL_SHARE(Unit.TENTHS_OF_PERCENT),
    ANSWERED_SHARE(Unit.TENTHS_OF_PERCENT),
    BUSY_SHARE(Unit.TENTHS_OF_PERCENT),
    /** Time in the queue, as a part of the response time. */
    DEAD_TIME_SHARE(Unit.TENTHS_OF_PERCENT),
    /** The same by the numbers of threads and clients. */
    EXPECTED_DEAD_TIME_SHARE(Unit.TENTHS_OF_PERCENT),
    OUTER_JOIN_SHARE(Unit.PERCENT),
    OUTER_IDLE_SHARE(Unit.PERCENT),
    INNER_IDLE_SHARE(Unit.PERCENT),
    /** Periods of its CPU quota in which the server was stopped. */
    THROTTLED_SHARE(Unit.PERCENT),
    /** What the throughput gains or loses. */
    THROUGHPUT_CHANGE(Unit.CHANGE),
    /** What CPU time per call gained or lost during an experiment. */
    CPU_DRIFT(Unit.CHANGE),

    /** Largest errors of a model, as parts of what was measured. */
    PREDICTION_ERROR(Unit.TENTHS_OF_PERCENT),
    THROUGHPUT_ERROR(Unit.TENTHS_OF_PERCENT),
    KNEE_THROUGHPUT_ERROR(Unit.TENTHS_OF_PERCENT),
    BOUND_ERROR(Unit.TENTHS_OF_PERCENT),
    NETWORK_ERROR(Unit.TENTHS_OF_PERCENT),
    P99_ERROR(Unit.TENTHS_OF_PERCENT),
    /** As a part of the cores. */
    CPU_ERROR(Unit.TENTHS_OF_PERCENT);

    /** How a figure is shown. */
    private enum Unit {
        WHOLE,
        TENTHS,
        HUNDREDTHS,
        USERS,
        THREADS,
        SIMULATIONS,
        CALLS_PER_SECOND,
        MILLIS,
        /** Milliseconds with each microsecond. */
        MICROSECONDS,
        PERCENT,
        TENTHS_OF_PERCENT,
        /** With its sign. */
        CHANGE
    }

    private final Unit unit;

    FindingFigure(Unit unit) {
        this.unit = unit;
    }

    /** A value for people, with its unit. */
    String text(double value) {
        return switch (unit) {
            case WHOLE -> format("%.0f", value);
            case TENTHS -> format("%.1f", value);
            case HUNDREDTHS -> format("%.2f", value);
            case USERS -> counted(value, "user");
            case THREADS -> counted(value, "thread");
            case SIMULATIONS -> counted(value, "simulation");
            case CALLS_PER_SECOND -> Figure.perSecond(value) + " calls/s";
            case MILLIS -> Figure.millis(value) + " ms";
            case MICROSECONDS -> format("%.3f ms", value);
            case PERCENT -> Figure.percent(value);
            case TENTHS_OF_PERCENT -> Figure.percentWithDecimal(value);
            case CHANGE -> format("%+.1f %%", 100 * value);
        };
    }

    private static String counted(double value, String noun) {
        return format("%.0f ", value) + noun + (value == 1 ? "" : "s");
    }

    private static String format(String pattern, double value) {
        return String.format(Locale.ROOT, pattern, value);
    }
}
