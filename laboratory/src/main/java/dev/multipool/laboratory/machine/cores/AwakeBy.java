package dev.multipool.laboratory.machine.cores;

/** What keeps cores from halting. */
public enum AwakeBy {
    /** The kernel polls on idle cores. To wake one takes no interrupt, so it is the cheaper way. */
    KERNEL_POLLING("the kernel polls on idle ones"),
    /** A thread on each that runs when nothing else does. */
    SPIN_LOOPS("spin loops run on idle ones"),
    /** They may halt. */
    NOTHING("nothing does");

    private final String clause;

    AwakeBy(String clause) {
        this.clause = clause;
    }

    /** For people. */
    public String clause() {
        return clause;
    }
}
