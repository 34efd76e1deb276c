package dev.multipool.rpc.server.app.settings;

/**
 * A setting's default.
 *
 * @param text as one would write it
 * @param words for a page that holds on every machine, where the text is of this one; else the text
 */
record DefaultValue(String text, String words) {
    static DefaultValue of(String text) {
        return new DefaultValue(text, text);
    }

    /** Whether there are words in place of the text. */
    boolean hasWords() {
        return !words.equals(text);
    }
}
