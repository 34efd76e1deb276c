package dev.multipool.rpc.client;

/**
 * Judges one connection at each look: whether its server still answers, and still takes what is sent. Confined to the
 * event loop; a look comes every {@code silenceTimeout / }{@value #LOOKS}.
 */
final class Liveness {

    /*
     * Time alone is no sign of silence: a handler may take the 30 s that its caller gives it. A call that ended without an
     * answer is one, when not a byte was read since it was sent. It is a weak one, since the server may be busy with just
     * this call. So the server is asked something that an idle event loop of any server answers at once, and only when that
     * brings no byte either the connection is silent.
     *
     * Looks are counted, and no clock is read: between two looks the event loop reads what has arrived, however long this
     * process stood still.
     */

    /** Looks within the silence timeout. */
    static final int LOOKS = 5;

    private static final int ASK_AT = 3;
    /** The first look may follow at once. */
    private static final int SILENT_AT = LOOKS + 1;
    /** A peer that takes no bytes is given longer: it may collect its garbage, and calls fail fast meanwhile. */
    private static final int STUCK_AT = 4 * LOOKS;

    /** What a look found. */
    enum Finding {
        /** Nothing to do. */
        FINE,
        /** A call ended without a byte from the server: it is to be asked. */
        DOUBTFUL,
        /** The server did not answer that either. */
        SILENT,
        /** There is no room for a call, and perhaps only for want of a flush. */
        CROWDED,
        /** Nothing of what fills the connection leaves. */
        STUCK,
        /** It was closed, and nobody was told. */
        GONE
    }

    private long reads;
    private long readsAtDoubt;
    private boolean doubtful;
    private int looksInDoubt;
    private int looksWhileGone;

    private long readsAtLook;
    private long unsentAtLook;
    private int looksWhileStuck;

    /** A new channel: what was wrong with the last one is past. */
    void reset() {
        doubtful = false;
        looksWhileGone = 0;
        looksWhileStuck = 0;
        unsentAtLook = 0;
    }

    /** Bytes came, whatever they are. */
    void onRead() {
        reads++;
    }

    /** Reads so far: a call keeps it from its sending on. */
    long reads() {
        return reads;
    }

    /** A call ended without its answer. */
    void onUnanswered(long readsWhenSent) {
        if (!doubtful && readsWhenSent == reads) {
            doubtful = true;
            readsAtDoubt = reads;
            looksInDoubt = 0;
        }
    }

    /**
     * One look.
     *
     * @param active whether the channel is open
     * @param writable whether it takes a call
     * @param unsentBytes how much waits in it to be sent
     */
    Finding look(boolean active, boolean writable, long unsentBytes) {
        if (!active) {
            return ++looksWhileGone < LOOKS ? Finding.FINE : Finding.GONE;
        }
        boolean sending = unsentBytes < unsentAtLook;
        boolean reading = reads != readsAtLook;
        unsentAtLook = unsentBytes;
        readsAtLook = reads;
        looksWhileStuck = writable || sending || reading ? 0 : looksWhileStuck + 1;
        if (doubtful && readsAtDoubt != reads) {
            doubtful = false;
        }
        // who still takes in what was sent has nothing to answer yet
        looksInDoubt = sending ? 0 : looksInDoubt + 1;
        if (doubtful && looksInDoubt >= SILENT_AT) {
            return Finding.SILENT;
        }
        if (!writable) {
            return looksWhileStuck < STUCK_AT ? Finding.CROWDED : Finding.STUCK;
        }
        return doubtful && looksInDoubt == ASK_AT ? Finding.DOUBTFUL : Finding.FINE;
    }
}
