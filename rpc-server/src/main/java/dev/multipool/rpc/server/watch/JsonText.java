package dev.multipool.rpc.server.watch;

import java.util.Iterator;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes trees of maps, lists, texts, numbers, booleans and nulls as JSON. */
public final class JsonText {
    private final StringBuilder out = new StringBuilder();

    private final String lineBreak;
    private final String indent;

    private JsonText(String lineBreak, String indent) {
        this.lineBreak = lineBreak;
        this.indent = indent;
    }

    /** The tree with line breaks for people; a number that JSON does not have, such as NaN, becomes null. */
    public static String of(@Nullable Object tree) {
        JsonText text = new JsonText("\n", "  ");
        text.value(tree, text.lineBreak);
        return text.out.append('\n').toString();
    }

    /** The same without any line break: for programs. */
    public static String inOneLine(@Nullable Object tree) {
        JsonText text = new JsonText("", "");
        text.value(tree, text.lineBreak);
        return text.out.toString();
    }

    private void value(@Nullable Object value, String margin) {
        if (value instanceof Map<?, ?> map) {
            elements('{', '}', map.entrySet(), margin, entry -> {
                quote(String.valueOf(entry.getKey()));
                out.append(": ");
                value(entry.getValue(), margin + indent);
            });
        } else if (value instanceof Iterable<?> list) {
            elements('[', ']', list, margin, element -> value(element, margin + indent));
        } else if (value instanceof Double number && !Double.isFinite(number)) {
            out.append("null");
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else {
            quote(value.toString());
        }
    }

    private <T extends @Nullable Object> void elements(
            char open, char close, Iterable<T> elements, String margin, Consumer<T> write) {
        Iterator<T> left = elements.iterator();
        out.append(open);
        while (left.hasNext()) {
            out.append(margin).append(indent);
            write.accept(left.next());
            out.append(left.hasNext() ? "," : margin);
        }
        out.append(close);
    }

    private void quote(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
