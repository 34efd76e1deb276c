package dev.multipool.laboratory.run;

import dev.multipool.laboratory.result.RunSettings;

/**
 * One run that an experiment asks for.
 *
 * @param number its place in the order of the runs, from 1
 * @param repeat which repetition of its settings it is, from 1
 * @param settings server and load
 * @param processes which server and generator it is made with
 */
public record Trial(int number, int repeat, RunSettings settings, Processes processes) {

    /** Server and generator of a run. */
    public enum Processes {
        /** New ones, which end after it. */
        OWN,
        /**
         * Such that have not had these settings yet. They stay for runs with other settings, so that a start and a warm-up serve
         * several of them.
         */
        FRESH,
        /** Those that stayed where they fit, whatever they were used for; else new ones. They stay. */
        STAYING
    }

    /** A trial with processes of its own. */
    public Trial(int number, int repeat, RunSettings settings) {
        this(number, repeat, settings, Processes.OWN);
    }
}
