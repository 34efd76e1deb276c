package dev.multipool.rpc.server;

/** Makes a peer's text fit for our own messages and logs. */
final class Texts {
    private static final int MAX_QUOTED = 100;

    private Texts() {}

    /** In quotes, shortened, and without control characters, so that a peer cannot write lines into our log. */
    static String quoted(String text) {
        String shortened = text.length() <= MAX_QUOTED ? text : text.substring(0, MAX_QUOTED) + "…";
        return '"' + shortened.replaceAll("\\p{Cntrl}", "?") + '"';
    }
}
