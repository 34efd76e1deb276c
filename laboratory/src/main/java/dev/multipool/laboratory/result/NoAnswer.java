package dev.multipool.laboratory.result;

import dev.multipool.capacity.Objective;

/**
 * Why nothing is recommended.
 *
 * @param cause programs decide by it
 * @param reason what happened, for people; one sentence without its full stop
 * @param advice what to do about it, for people; one sentence without its full stop
 */
public record NoAnswer(Cause cause, String reason, String advice) {

    /** Causes. */
    public enum Cause {
        /** The question is none that a setting answers: it was measured, and that is all. */
        NOTHING_TO_RECOMMEND,
        /** Everything that was measured broke the objective. */
        NOTHING_KEEPS_THE_OBJECTIVE,
        /** No window counts. */
        NO_WINDOW_COUNTS,
        /** Each setting that was tried was left out: none of them could be measured. */
        EVERY_SETTING_LEFT_OUT,
        /** The time was up before anything was known. */
        OUT_OF_TIME,
        /** Ctrl-C or SIGTERM. */
        INTERRUPTED,
        /** A server, a generator or Redis ended. */
        PROCESS_FAILED
    }

    /** A measurement that recommends nothing by itself. */
    public static NoAnswer nothingToRecommend(String reason) {
        return new NoAnswer(Cause.NOTHING_TO_RECOMMEND, reason, "Read its tables");
    }

    /** Every point was measured and broke the objective. */
    public static NoAnswer nothingKeeps(Objective objective) {
        return new NoAnswer(
                Cause.NOTHING_KEEPS_THE_OBJECTIVE,
                "Nothing that was measured kept " + objective.describe(),
                "Try a longer limit with --objective, fewer users, or more cores");
    }

    /** No window of any point counts. */
    public static NoAnswer noWindowCounts() {
        return new NoAnswer(
                Cause.NO_WINDOW_COUNTS,
                "No measured window counts; each run below says why",
                "End other programs on this machine and run the command again");
    }

    /** A described service of which no window could be measured. */
    public static NoAnswer everySettingLeftOut(int settings) {
        return new NoAnswer(
                Cause.EVERY_SETTING_LEFT_OUT,
                settings == 1
                        ? "The one setting that was tried could not be measured"
                        : "None of the " + settings + " settings that were tried could be measured",
                "Read why each was left out, and let check look at the description");
    }

    /** Ended from outside. */
    public static NoAnswer interrupted(int runs, int planned) {
        return new NoAnswer(
                Cause.INTERRUPTED,
                "Interrupted after " + runs + " of about " + planned + " runs",
                "Run the command again");
    }

    /** A budget that was too short. */
    public static NoAnswer outOfTime() {
        return new NoAnswer(
                Cause.OUT_OF_TIME,
                "The time was up before a setting could be measured",
                "Give more time with --budget");
    }

    /** A process of the run ended. */
    public static NoAnswer processFailed(String what) {
        return new NoAnswer(
                Cause.PROCESS_FAILED, what, "Look at that process's log in the results directory, and run again");
    }
}
