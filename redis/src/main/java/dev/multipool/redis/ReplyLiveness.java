package dev.multipool.redis;

/**
 * Judges one connection at each look: whether Redis still replies on it, and whether anybody still waits for what it
 * replies. Confined to the connection's event loop.
 */
final class ReplyLiveness {

    /*
     * Replies carry no name: each is that of the oldest command that has none. So a connection can fail in two ways.
     *
     * Silent: replies are owed, and not a byte comes. It is dropped.
     *
     * Of no use: bytes come, but no reply reaches a caller that still waits for it. Either Redis is late, or a reply is
     * large and slow, or one was lost or claims a size that it does not have, and then every later reply comes too late,
     * or never. From outside these look alike as long as commands are sent. So none is sent for a while, and callers are
     * told so at once. When Redis was only late every reply comes, and the connection is of use again. When not, it falls
     * silent and is dropped; or it goes on with a reply that nobody waits for, and is dropped a little later.
     *
     * Looks are counted, and no clock is read: between two looks the event loop reads what has arrived, however long this
     * process stood still.
     */

    /** What a look found. */
    enum Finding {
        FINE,
        /** No command may be sent until each owed reply is there. */
        OF_NO_USE,
        SILENT
    }

    /** How many times as long as silence a connection has to catch up, while its bytes still come. */
    private static final int TIMES_TO_CATCH_UP = 4;

    /** The first look may follow at once on what it does not yet know, so it is one more. */
    private final int most;

    private boolean read;
    private boolean useful;
    private int silent;
    private int ofNoUse;

    /** @param looks within the silence timeout */
    ReplyLiveness(int looks) {
        this.most = looks + 1;
    }

    /** Bytes came. */
    void onRead() {
        read = true;
    }

    /** A reply reached a caller that waited for it. */
    void onUse() {
        useful = true;
    }

    /** What reached callers since the last look was not what they had asked for. */
    void onNoUse() {
        useful = false;
    }

    /** Each owed reply is there. */
    void onAllReplied() {
        ofNoUse = 0;
    }

    boolean takesCommands() {
        return ofNoUse < most;
    }

    /** @param owed whether a command has no reply yet */
    Finding look(boolean owed) {
        silent = owed && !read ? silent + 1 : 0;
        // use counts only while commands are sent
        ofNoUse = owed && !(useful && takesCommands()) ? ofNoUse + 1 : 0;
        read = false;
        useful = false;
        // while none is sent, commands are no younger than their callers' patience: half of the time will do
        int mostSilent = takesCommands() ? most : most / 2 + 1;
        if (silent >= mostSilent || ofNoUse >= (1 + TIMES_TO_CATCH_UP) * most) {
            return Finding.SILENT;
        }
        return takesCommands() ? Finding.FINE : Finding.OF_NO_USE;
    }
}
