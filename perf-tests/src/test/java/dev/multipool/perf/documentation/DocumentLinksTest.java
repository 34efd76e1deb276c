package dev.multipool.perf.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every link of a document to a file of this repository leads there, and to a heading where it names one. */
class DocumentLinksTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s#]*)(?:#([^)\\s]+))?\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
    private static final Pattern CODE = Pattern.compile("(?s)```.*?```|`[^`\n]+`");
    private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");

    @Test
    void everyLinkOfADocument_leadsToAFileAndItsHeading() {
        List<String> broken = Documents.all().stream()
                .flatMap(document -> broken(document, Documents.read(document)).stream())
                .toList();

        assertThat(broken).isEmpty();
    }

    @Test
    void aLinkToNowhere_isFound() {
        Path document = Path.of("docs", "made-up.md");

        assertThat(broken(
                        document,
                        "[a](tuning.md) [b](gone.md) [c](tuning.md#no-such-heading) [d](https://example.org)"))
                .containsExactly("docs/made-up.md: gone.md", "docs/made-up.md: tuning.md#no-such-heading");
    }

    private static List<String> broken(Path document, String markdown) {
        List<String> broken = new ArrayList<>();
        Matcher links = LINK.matcher(CODE.matcher(markdown).replaceAll(""));
        while (links.find()) {
            String file = links.group(1);
            String heading = links.group(2);
            if (!ELSEWHERE.matcher(file).matches() && !leadsSomewhere(document, markdown, file, heading)) {
                broken.add(document + ": " + file + (heading == null ? "" : "#" + heading));
            }
        }
        return broken;
    }

    private static boolean leadsSomewhere(Path document, String markdown, String file, @Nullable String heading) {
        Path target = Documents.ROOT.resolve(document).resolveSibling(file).normalize();
        if (!Files.exists(file.isEmpty() ? Documents.ROOT.resolve(document).getParent() : target)) {
            return false;
        }
        if (heading == null) {
            return true;
        }
        String text = file.isEmpty() ? markdown : Documents.read(Documents.ROOT.relativize(target));
        return HEADING.matcher(text)
                .results()
                .map(found -> anchor(found.group(1)))
                .anyMatch(heading::equals);
    }

    /** As the usual renderers of Markdown make it: lower case, without punctuation, a hyphen for each space. */
    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }
}
