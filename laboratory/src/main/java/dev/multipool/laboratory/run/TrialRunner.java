package dev.multipool.laboratory.run;

import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.RunSettings;

/** Makes runs; the one that counts starts processes, tests make them up. */
@FunctionalInterface
public interface TrialRunner {

    /** Makes one run; a run that can't be trusted says so in its reasons. */
    LabRun run(Trial trial) throws InterruptedException;

    /** How many processes run already that are fresh for these settings ({@link Trial.Processes#FRESH}). */
    default int countReady(RunSettings settings) {
        return 0;
    }

    /** Leaves a text beside what the runs leave; a runner that leaves nothing leaves it out. */
    default void keep(String fileName, String text) {}
}
