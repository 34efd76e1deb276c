package dev.multipool.laboratory.proposal;

/**
 * Why a service could not be looked at.
 *
 * @param code what it is
 * @param subject the process or the command
 * @param found what is there
 * @param expected what should be
 */
public record LookFailure(Code code, String subject, String found, String expected) {
    /** What can be wrong. */
    public enum Code {
        NO_PROCESS,
        NO_JVM,
        NOT_STARTED,
        ENDED,
        NOT_LISTENING
    }

    /** One line for people. */
    public String sentence() {
        return subject + ": " + found + " (expected: " + expected + ")";
    }
}
