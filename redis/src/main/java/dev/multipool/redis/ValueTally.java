package dev.multipool.redis;

/**
 * Whether the values that came over one connection were those that were asked for. Each names what it belongs to, and
 * when none fits any more, replies have lost their order: one was lost.
 *
 * <p><b>Threads:</b> any. What is noted while it is asked may be lost; the next look sees the next value.
 */
final class ValueTally {
    // read for each value and written once between two looks
    private volatile boolean right;
    private volatile boolean wrong;

    void onRight() {
        if (!right) {
            right = true;
        }
    }

    void onWrong() {
        if (!wrong) {
            wrong = true;
        }
    }

    /** Whether wrong values came since this was asked last, and no right one. */
    boolean takeOnlyWrong() {
        boolean onlyWrong = wrong && !right;
        if (wrong) {
            wrong = false;
        }
        if (right) {
            right = false;
        }
        return onlyWrong;
    }
}
