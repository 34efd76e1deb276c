package dev.multipool.laboratory.search;

import dev.multipool.laboratory.result.RunSettings;

/** How much time the parts of a search have. */
interface Pace {
    /** Before the first window. */
    void begin();

    /** Whether the search, before the finals, has time for one more window. */
    boolean hasTimeToSearch();

    /** How many contenders the finals begin with. */
    int contenders();

    /**
     * Before a window of a final.
     *
     * @param answered whether there is an answer already, which more windows only make surer
     */
    void beginFinal(RunSettings contender, FinalField field, boolean answered);

    /** Whether the finals end after a round, although they are not decided. */
    boolean endsFinals(FinalField field);

    /** Before the search of the rate that independent callers can have. */
    void beginRate();

    /** Whether the answer is measured once more with a profiler; if so, that may begin now. */
    boolean beginProfile();
}
