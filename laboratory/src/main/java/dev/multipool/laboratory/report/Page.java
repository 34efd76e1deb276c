package dev.multipool.laboratory.report;

import dev.multipool.laboratory.page.ContentPolicy;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A page that needs no network: head, styles, the chart library, scripts and data in one file. The same for every kind
 * of page but for what is named here.
 *
 * @param title in the window's title, as text
 * @param body a template beside this class: what the page has without script
 * @param own contents of the body's placeholders, as text
 * @param scripts beside this class: they draw the page from the data, in this order
 * @param id by which they find the data
 * @param json the data
 */
record Page(String title, String body, Map<String, String> own, List<String> scripts, String id, String json) {
    private static final String CHARTS = "/META-INF/resources/webjars/echarts/5.5.0/echarts.common.min.js";
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([a-z]+)}}");
    private static final Pattern SCRIPT_END = Pattern.compile("</script", Pattern.CASE_INSENSITIVE);

    Page {
        own = Map.copyOf(own);
        scripts = List.copyOf(scripts);
    }

    String render() {
        Map<String, String> escaped = own.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> ContentPolicy.escape(entry.getValue())));
        String charts = SCRIPT_END.matcher(resource(CHARTS)).replaceAll("<\\\\/script");
        String base = resource("base.js");
        String script = scripts.stream().map(Page::resource).collect(Collectors.joining());
        return fill(
                "page.html",
                Map.of(
                        "title", ContentPolicy.escape(title),
                        "policy", ContentPolicy.element(List.of(charts, base, script)),
                        "style", resource("report.css") + resource("graph.css"),
                        "body", fill(body, escaped),
                        "id", ContentPolicy.escape(id),
                        "data", inScript(json),
                        "charts", charts,
                        "base", base,
                        "script", script));
    }

    private static String fill(String template, Map<String, String> contents) {
        return PLACEHOLDER.matcher(resource(template)).replaceAll(placeholder -> {
            String content = contents.get(placeholder.group(1));
            if (content == null) {
                throw new IllegalStateException(
                        template + " asks for " + placeholder.group() + ", which does not exist");
            }
            return Matcher.quoteReplacement(content);
        });
    }

    /** In JSON text a {@code <} can only stand inside a string, where an escape is the same; elsewhere none occurs. */
    private static String inScript(String json) {
        return json.replace("<", String.format(Locale.ROOT, "\\u%04x", (int) '<'));
    }

    private static String resource(String name) {
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
