package dev.multipool.laboratory.page;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a page may do, as its Content-Security-Policy: run the scripts that are named by their hashes, and load nothing. So
 * markup that reaches a page as data runs no script, whatever let it in, and the page still works as a file.
 *
 * <p>Styles may be inline, since the chart library sets them as attributes: without the network they can only paint.
 */
public final class ContentPolicy {
    private ContentPolicy() {}

    /**
     * The element for a page's head.
     *
     * @param scripts the contents of the page's script elements, to the character, with {@code \n} as the end of a line
     */
    public static String element(List<String> scripts) {
        return scripts.stream()
                .map(script -> "'sha256-" + hash(script) + "'")
                .collect(Collectors.joining(
                        " ",
                        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src ",
                        "; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">"));
    }

    /** Text as markup that shows it. */
    public static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    private static String hash(String script) {
        try {
            return Base64.getEncoder()
                    .encodeToString(
                            MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
