package dev.multipool.bench.http;

import dev.multipool.bench.plan.Template;
import dev.multipool.bench.template.ValueSource;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A text in UTF-8, encoded but for the values of its placeholders. What stands between two of them is one row of bytes.
 *
 * <p><b>Threads</b>: safe for all; the values that it is given are not.
 */
final class EncodedText {
    private final Part[] parts;
    private final int fixedLength;

    private EncodedText(List<Part> parts) {
        this.parts = parts.toArray(Part[]::new);
        this.fixedLength = parts.stream().mapToInt(part -> part.bytes.length).sum();
    }

    /** A template alone. */
    static EncodedText of(String template, List<String> names, boolean inPath) {
        return new Builder(names).append(template, inPath).build();
    }

    /** Whether it has no placeholder. */
    boolean isFixed() {
        return parts.length == 1;
    }

    /** How many bytes it has with these values. */
    int length(ValueSource[] values) {
        int length = fixedLength;
        for (Part part : parts) {
            if (part.value >= 0) {
                length += values[part.value].length(part.inPath);
            }
        }
        return length;
    }

    void writeTo(ByteBuf out, ValueSource[] values) {
        for (Part part : parts) {
            if (part.value >= 0) {
                values[part.value].writeTo(out, part.inPath);
            } else {
                out.writeBytes(part.bytes);
            }
        }
    }

    /** Its bytes with these values; of a fixed text always the same object. */
    AsciiString bytes(ValueSource[] values) {
        if (isFixed()) {
            return parts[0].text;
        }
        byte[] bytes = new byte[length(values)];
        writeTo(Unpooled.wrappedBuffer(bytes).clear(), values);
        return new AsciiString(bytes, false);
    }

    /** Puts one together out of plain texts and templates. */
    static final class Builder {
        private final List<String> names;
        private final List<Part> parts = new ArrayList<>();
        private final StringBuilder text = new StringBuilder();

        /** @param names of all placeholders, whose values come in this order */
        Builder(List<String> names) {
            this.names = names;
        }

        Builder append(String plain) {
            text.append(plain);
            return this;
        }

        /** @param inPath whether its values stand in a path of HTTP */
        Builder append(String template, boolean inPath) {
            Template parsed = Template.parse(template);
            for (int i = 0; i < parsed.names().size(); i++) {
                text.append(parsed.texts().get(i));
                endText();
                parts.add(new Part("", names.indexOf(parsed.names().get(i)), inPath));
            }
            text.append(parsed.texts().get(parsed.names().size()));
            return this;
        }

        private void endText() {
            parts.add(new Part(text.toString(), -1, false));
            text.setLength(0);
        }

        EncodedText build() {
            endText();
            return new EncodedText(parts);
        }
    }

    /** Bytes that stand as they are, or the place of a value. */
    private static final class Part {
        private final byte[] bytes;
        private final AsciiString text;
        private final int value;
        private final boolean inPath;

        Part(String text, int value, boolean inPath) {
            this.bytes = text.getBytes(StandardCharsets.UTF_8);
            this.text = new AsciiString(bytes, false);
            this.value = value;
            this.inPath = inPath;
        }
    }
}
