package dev.multipool.rpc.server.journal;

/** Makes a peer's text fit for our own messages and logs. */
public final class PeerText {
    private static final int MAX_QUOTED = 100;

    private PeerText() {}

    /** In quotes, shortened, and without control characters, so that a peer cannot write lines into our log. */
    public static String quote(String text) {
        String shortened = text.length() <= MAX_QUOTED ? text : text.substring(0, MAX_QUOTED) + "…";
        return '"' + shortened.replaceAll("\\p{Cntrl}", "?") + '"';
    }
}
