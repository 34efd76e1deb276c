package dev.multipool.laboratory.session;

import dev.multipool.laboratory.result.Findings;
import java.time.Duration;

/** A question to the machine: which runs to make, in which order, and what they tell. */
public interface Experiment {

    /** About how many runs it makes, those that are made again not counted. */
    int plannedRuns();

    /** About how long a run takes, with starting and stopping its processes. */
    Duration timeOfARun();

    /** About how long it takes in all. */
    default Duration estimate() {
        return timeOfARun().multipliedBy(plannedRuns());
    }

    /**
     * Makes its runs in a session and judges them.
     *
     * @return what they tell; the session keeps the runs themselves
     */
    Findings run(Session session) throws InterruptedException;

    /**
     * What its runs so far tell, when it was ended before it was done: no answer.
     *
     * @param session that has the runs
     */
    default Findings interrupted(Session session) {
        return session.interrupted();
    }
}
