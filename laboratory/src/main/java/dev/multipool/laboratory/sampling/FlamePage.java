package dev.multipool.laboratory.sampling;

import dev.multipool.laboratory.page.ContentPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page of the converter, which writes names of threads and frames into a script as they are. */
public final class FlamePage {
    private static final Pattern HEAD = Pattern.compile("<head>");
    private static final Pattern SCRIPT = Pattern.compile("(?s)<script>(.*?)</script>");
    /** The converter's own: one for the colours, one for the graph. */
    private static final int SCRIPTS = 2;

    private FlamePage() {}

    /**
     * Lets a page run the converter's scripts and nothing else.
     *
     * @throws IOException also when the page has other scripts than these, since a name in it is markup
     */
    public static void protect(Path file) throws IOException {
        String page = Files.readString(file);
        List<String> scripts =
                SCRIPT.matcher(page).results().map(found -> found.group(1)).toList();
        if (scripts.size() != SCRIPTS) {
            Files.delete(file);
            throw new IOException(scripts.size() + " scripts in the page (expected: " + SCRIPTS
                    + "): the name of a thread or a frame is markup");
        }
        Files.writeString(
                file,
                HEAD.matcher(page).replaceFirst(Matcher.quoteReplacement("<head>\n" + ContentPolicy.element(scripts))));
    }
}
