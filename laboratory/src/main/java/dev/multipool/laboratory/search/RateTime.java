package dev.multipool.laboratory.search;

import dev.multipool.laboratory.result.Gate;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.run.RunTimes;
import java.time.Duration;

/**
 * The time that the search of a rate takes.
 *
 * @param least below which no rate can be confirmed
 * @param usual that it needs most of the time
 */
public record RateTime(Duration least, Duration usual) {
    /** Nothing, as no rate is searched. */
    static final RateTime NONE = new RateTime(Duration.ZERO, Duration.ZERO);

    /** Quick looks that usually find a rate. */
    private static final int USUAL_LOOKS = 5;
    /** Windows that usually confirm one; sometimes the first rate is too high. */
    private static final int USUAL_CONFIRMATIONS = 4;

    /**
     * Of windows like these.
     *
     * @param look a quick window
     * @param confirmation a window to rest on, for which processes are started
     */
    public static RateTime of(Load look, Load confirmation) {
        Duration ofOne = RunTimes.of(confirmation);
        return new RateTime(
                RunTimes.of(look).plus(ofOne.multipliedBy(Gate.FEWEST_WINDOWS)),
                RunTimes.shared(look, USUAL_LOOKS)
                        .multipliedBy(USUAL_LOOKS)
                        .plus(ofOne.multipliedBy(USUAL_CONFIRMATIONS)));
    }

    /**
     * Of windows on processes that run, those that the answer rests on. They are warmed up for rates once.
     *
     * @param look a quick window
     * @param confirmation a window to rest on
     */
    public static RateTime onReadyProcesses(Load look, Load confirmation) {
        Duration ofALook = RunTimes.ofAWarmRun(look);
        Duration ofOne = RunTimes.ofAReadyRate(confirmation);
        return new RateTime(
                ofALook.plus(ofOne.multipliedBy(Gate.FEWEST_WINDOWS)),
                ofALook.multipliedBy(USUAL_LOOKS).plus(ofOne.multipliedBy(USUAL_CONFIRMATIONS)));
    }

    /** What is kept for it, where so much may be; nothing where that would not do. */
    public Duration within(Duration most) {
        return usual.compareTo(most) <= 0 ? usual : least.compareTo(most) <= 0 ? most : Duration.ZERO;
    }
}
