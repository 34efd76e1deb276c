package dev.multipool.perf.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts a page that needs no network together: a template, styles, the chart library, scripts and data in one file. */
final class Page {
    private static final String CHARTS = "/META-INF/resources/webjars/echarts/5.5.0/echarts.common.min.js";
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([a-z]+)}}");
    private static final Pattern SCRIPT_END = Pattern.compile("</script", Pattern.CASE_INSENSITIVE);

    private Page() {}

    /**
     * Fills a template.
     *
     * @param template a resource beside this class
     * @param own contents of placeholders that only this page has
     */
    static String fill(String template, Map<String, String> own) {
        return PLACEHOLDER.matcher(resource(template)).replaceAll(placeholder -> {
            String name = placeholder.group(1);
            String content =
                    switch (name) {
                        case "style" -> resource("report.css");
                        case "charts" -> SCRIPT_END.matcher(resource(CHARTS)).replaceAll("<\\\\/script");
                        case "base" -> resource("base.js");
                        default -> own.get(name);
                    };
            if (content == null) {
                throw new IllegalStateException(template + " asks for {{" + name + "}}, which does not exist");
            }
            return Matcher.quoteReplacement(content);
        });
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** In JSON text a {@code <} can only stand inside a string, where an escape is the same; elsewhere none occurs. */
    static String inScript(String json) {
        return json.replace("<", String.format(Locale.ROOT, "\\u%04x", (int) '<'));
    }

    static String resource(String name) {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("missing in the jar: " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
