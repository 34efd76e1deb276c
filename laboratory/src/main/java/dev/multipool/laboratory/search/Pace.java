package dev.multipool.laboratory.search;

/** How much time the parts of a search have. */
interface Pace extends FinalsPace {
    /** Before the first window. */
    void begin();

    /** Whether the search, before the finals, has time for one more window. */
    boolean hasTimeToSearch();

    /** Whether the search has time for windows that probably find nothing better. */
    boolean hasTimeToSpare();

    /** Before the search of the rate that independent callers can have. */
    void beginRate();

    /** Whether the answer is measured once more with a profiler; if so, that may begin now. */
    boolean beginProfile();
}
