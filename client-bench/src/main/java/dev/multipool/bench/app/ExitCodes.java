package dev.multipool.bench.app;

/** What the process ends with beyond 0 (all well), 1 (failure) and 2 (bad arguments). */
final class ExitCodes {
    /** The objective was missed. */
    static final int MISSED = 3;

    /** An objective was given, but the run cannot be trusted. */
    static final int INVALID = 4;

    private ExitCodes() {}
}
