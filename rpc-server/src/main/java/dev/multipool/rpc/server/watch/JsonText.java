package dev.multipool.rpc.server.watch;

import java.util.Iterator;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes trees of maps, lists, texts, numbers, booleans and nulls as JSON, with line breaks for people. */
public final class JsonText {
    private final StringBuilder out = new StringBuilder();

    private JsonText() {}

    /** The tree as JSON text; a number that JSON does not have, such as NaN, becomes null. */
    public static String of(@Nullable Object tree) {
        JsonText text = new JsonText();
        text.value(tree, "\n");
        return text.out.append('\n').toString();
    }

    private void value(@Nullable Object value, String lineBreak) {
        if (value instanceof Map<?, ?> map) {
            elements('{', '}', map.entrySet(), lineBreak, entry -> {
                quoted(String.valueOf(entry.getKey()));
                out.append(": ");
                value(entry.getValue(), lineBreak + "  ");
            });
        } else if (value instanceof Iterable<?> list) {
            elements('[', ']', list, lineBreak, element -> value(element, lineBreak + "  "));
        } else if (value instanceof Double number && !Double.isFinite(number)) {
            out.append("null");
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else {
            quoted(value.toString());
        }
    }

    private <T extends @Nullable Object> void elements(
            char open, char close, Iterable<T> elements, String lineBreak, Consumer<T> write) {
        Iterator<T> left = elements.iterator();
        out.append(open);
        while (left.hasNext()) {
            out.append(lineBreak).append("  ");
            write.accept(left.next());
            out.append(left.hasNext() ? "," : lineBreak);
        }
        out.append(close);
    }

    private void quoted(String text) {
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
