package dev.multipool.perf.app;

/** What the laboratory ends with, beside 0 for a job that is done. */
final class ExitCode {
    static final int FAILED = 1;
    static final int WRONG_USAGE = 2;

    private ExitCode() {}
}
