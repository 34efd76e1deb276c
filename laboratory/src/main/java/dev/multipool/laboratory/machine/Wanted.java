package dev.multipool.laboratory.machine;

import java.util.Locale;

/** Whether something is wanted that helps on some machines only. */
public enum Wanted {
    /** Where it helps. */
    AUTO,
    ON,
    OFF;

    /**
     * Reads the value of an option.
     *
     * @param option its name, for the error
     * @throws IllegalArgumentException when it is no such value
     */
    public static Wanted named(String option, String word) {
        for (Wanted value : values()) {
            if (value.word().equals(word)) {
                return value;
            }
        }
        throw new IllegalArgumentException(option + ": " + word + " (expected: auto, on or off)");
    }

    /** As it is written on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * What was decided for a machine.
     *
     * @param on whether it is done
     * @param why in one clause
     */
    public record Decision(boolean on, String why) {
        static Decision asAskedFor(Wanted wanted) {
            return new Decision(wanted == ON, "it was asked for");
        }
    }
}
