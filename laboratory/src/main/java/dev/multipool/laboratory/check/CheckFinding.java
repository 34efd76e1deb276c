package dev.multipool.laboratory.check;

/**
 * Something that is wrong, or that can't be told.
 *
 * @param code what it is
 * @param subject the key, knob, request or process that it is about
 * @param found what is there
 * @param expected what should be
 */
public record CheckFinding(Code code, String subject, String found, String expected) {
    /** What can be wrong. */
    public enum Code {
        CONSTRAINTS_NEVER_HOLD,
        NOT_STARTABLE,
        PORT_TAKEN,
        EXITS_AT_ONCE,
        NEVER_READY,
        DIED,
        WRONG_STATUS,
        WRONG_BODY,
        NO_ANSWER,
        KNOB_NOT_SETTABLE,
        KNOB_WITHOUT_EFFECT,
        KNOB_NOT_VERIFIABLE,
        HAD_TO_BE_KILLED,
        LEFT_PROCESSES,
        PORT_NOT_FREED
    }

    /** Whether a search can do with it. */
    public boolean isWarning() {
        return code == Code.KNOB_NOT_VERIFIABLE || code == Code.HAD_TO_BE_KILLED || code == Code.LEFT_PROCESSES;
    }

    /** One line: what, what is there, what was expected. */
    public String sentence() {
        return subject + ": " + found + " (expected: " + expected + ")";
    }
}
