package dev.multipool.perf;

import dev.multipool.perf.result.LabRun;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** A question to the machine: which runs to make, in which order. */
public interface Experiment {

    /** Its name on the command line. */
    String name();

    /** About how long it takes. */
    Duration estimate();

    /**
     * Makes its runs.
     *
     * @param progress takes one line for each run
     * @return every run, in the order in which they were made
     */
    List<LabRun> run(TrialRunner runner, Consumer<String> progress) throws InterruptedException;
}
