package dev.multipool.laboratory.run;

import dev.multipool.laboratory.result.RunSettings;

/**
 * One run that an experiment asks for.
 *
 * @param number its place in the order of the runs, from 1
 * @param repeat which repetition of its settings it is, from 1
 * @param settings server and load
 * @param kept whether server and generator stay for further trials, and those that stayed are taken where they fit
 */
public record Trial(int number, int repeat, RunSettings settings, boolean kept) {
    /** A trial with processes of its own. */
    public Trial(int number, int repeat, RunSettings settings) {
        this(number, repeat, settings, false);
    }
}
