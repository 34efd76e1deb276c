package dev.multipool.rpc.server.admin;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Shows a tree as a page for people: lists of maps as tables, without scripts and without anything from elsewhere. */
final class HtmlPage {
    private static final String STYLE = """
            body{font:14px/1.5 system-ui,sans-serif;margin:2em;color:#222;background:#fff}
            table{border-collapse:collapse;margin:.3em 0}
            td,th{border:1px solid #ccc;padding:.2em .6em;text-align:left;vertical-align:top}
            th{background:#f3f3f3;font-weight:600}
            code{white-space:nowrap}
            """;

    private final StringBuilder out = new StringBuilder();

    private HtmlPage() {}

    static String of(String title, Object tree) {
        HtmlPage page = new HtmlPage();
        page.out
                .append("<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
                .append(escape(title))
                .append("</title><style>")
                .append(STYLE)
                .append("</style></head><body><h1>")
                .append(escape(title))
                .append("</h1><p><a href=\"/\">all pages</a></p>");
        page.value(tree);
        return page.out.append("</body></html>\n").toString();
    }

    private void value(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            map(map);
        } else if (value instanceof Collection<?> list) {
            list(list);
        } else if (value != null && !(value instanceof Double number && number.isNaN())) {
            text(value.toString());
        }
    }

    private void text(String text) {
        if (text.startsWith("/")) {
            out.append("<a href=\"")
                    .append(escape(text))
                    .append("\">")
                    .append(escape(text))
                    .append("</a>");
        } else {
            out.append(escape(text));
        }
    }

    private void map(Map<?, ?> map) {
        out.append("<table>");
        map.forEach((key, value) -> {
            out.append("<tr><th>").append(escape(String.valueOf(key))).append("</th><td>");
            value(value);
            out.append("</td></tr>");
        });
        out.append("</table>");
    }

    private void list(Collection<?> list) {
        if (!list.isEmpty() && list.stream().allMatch(Map.class::isInstance)) {
            table(list.stream().<Map<?, ?>>map(row -> (Map<?, ?>) row).toList());
            return;
        }
        for (Object element : list) {
            out.append("<code>");
            value(element);
            out.append("</code><br>");
        }
    }

    private void table(List<? extends Map<?, ?>> rows) {
        Set<Object> columns = new LinkedHashSet<>();
        rows.forEach(row -> columns.addAll(row.keySet()));
        out.append("<table><tr>");
        columns.forEach(column ->
                out.append("<th>").append(escape(String.valueOf(column))).append("</th>"));
        out.append("</tr>");
        for (Map<?, ?> row : rows) {
            out.append("<tr>");
            for (Object column : columns) {
                out.append("<td>");
                value(row.get(column));
                out.append("</td>");
            }
            out.append("</tr>");
        }
        out.append("</table>");
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
