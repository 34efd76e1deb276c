package dev.multipool.perf.report;

import dev.multipool.perf.result.LabResult;
import dev.multipool.perf.result.ResultFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The result as one HTML page that needs no network: template, chart library and data in a single file.
 *
 * <p>The page draws itself from the data by script; the answer is in the markup too, for readers without script.
 */
public final class HtmlReport {
    private static final String CHARTS = "/META-INF/resources/webjars/echarts/5.5.0/echarts.common.min.js";
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([a-z]+)}}");
    private static final Pattern SCRIPT_END = Pattern.compile("</script", Pattern.CASE_INSENSITIVE);

    private final ResultFile resultFile;

    public HtmlReport(ResultFile resultFile) {
        this.resultFile = resultFile;
    }

    public String render(LabResult result) {
        return PLACEHOLDER
                .matcher(resource("report.html"))
                .replaceAll(placeholder -> Matcher.quoteReplacement(content(placeholder.group(1), result)));
    }

    private String content(String placeholder, LabResult result) {
        return switch (placeholder) {
            case "title" -> escape(result.experiment());
            case "answer" -> escape(result.answer().text());
            case "style" -> resource("report.css");
            case "charts" -> SCRIPT_END.matcher(resource(CHARTS)).replaceAll("<\\\\/script");
            case "script" -> resource("report.js");
            case "result" -> inScript(resultFile.toJson(result));
            default ->
                throw new IllegalStateException("report.html asks for {{" + placeholder + "}}, which does not exist");
        };
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** In JSON text a {@code <} can only stand inside a string, where an escape is the same; elsewhere none occurs. */
    private static String inScript(String text) {
        return text.replace("<", String.format(Locale.ROOT, "\\u%04x", (int) '<'));
    }

    private static String resource(String name) {
        try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("missing in the jar: " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
