package dev.multipool.bench.http;

import dev.multipool.bench.plan.HttpCalls.Request;
import dev.multipool.bench.plan.Template;
import dev.multipool.bench.template.ValueSource;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A request, encoded but for the values of its placeholders. What does not change from call to call is one row of bytes.
 *
 * <p><b>Threads</b>: safe for all; the values that it is given are not.
 */
final class RequestTemplate {
    private static final byte[] CONTENT_LENGTH = ascii("Content-Length: ");
    private static final byte[] END_OF_HEAD = ascii("\r\n\r\n");

    private final Part[] head;
    private final Part @Nullable [] body;
    private final int fixedBodyLength;
    private final int[] used;

    /**
     * Encodes a request.
     *
     * @param authority what its {@code Host} says
     * @param names of all placeholders of the plan, whose values come in this order
     */
    RequestTemplate(Request request, String authority, boolean keptAlive, List<String> names) {
        List<Part> parts = new ArrayList<>();
        StringBuilder text = new StringBuilder(request.method()).append(' ');
        append(parts, text, Template.parse(request.path()), names, true);
        text.append(" HTTP/1.1\r\n");
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.put("Host", authority);
        headers.putAll(request.headers());
        if (!keptAlive) {
            headers.put("Connection", "close");
        }
        headers.forEach((name, value) -> {
            text.append(name).append(": ");
            append(parts, text, Template.parse(value), names, false);
            text.append("\r\n");
        });
        String body = request.body();
        if (body == null) {
            if (Set.of("POST", "PUT", "PATCH").contains(request.method())) {
                text.append("Content-Length: 0\r\n");
            }
            text.append("\r\n");
        }
        parts.add(Part.fixed(text));
        this.head = parts.toArray(Part[]::new);
        this.body = body == null ? null : bodyOf(body, names);
        int length = 0;
        if (this.body != null) {
            for (Part part : this.body) {
                length += part.bytes.length;
            }
        }
        this.fixedBodyLength = length;
        this.used = request.placeholders().stream()
                .sorted()
                .mapToInt(names::indexOf)
                .toArray();
    }

    private static Part[] bodyOf(String body, List<String> names) {
        List<Part> parts = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        append(parts, text, Template.parse(body), names, false);
        parts.add(Part.fixed(text));
        return parts.toArray(Part[]::new);
    }

    /** Adds a template: its last text stays in {@code text}, for what follows. */
    private static void append(
            List<Part> parts, StringBuilder text, Template template, List<String> names, boolean inPath) {
        for (int i = 0; i < template.names().size(); i++) {
            text.append(template.texts().get(i));
            parts.add(Part.fixed(text));
            parts.add(new Part(new byte[0], names.indexOf(template.names().get(i)), inPath));
            text.setLength(0);
        }
        text.append(template.texts().get(template.names().size()));
    }

    /** The request with values that are drawn now, as one buffer. */
    ByteBuf encode(ByteBufAllocator allocator, ValueSource[] values) {
        for (int value : used) {
            values[value].draw();
        }
        ByteBuf out = allocator.ioBuffer();
        try {
            write(head, out, values);
            if (body != null) {
                out.writeBytes(CONTENT_LENGTH);
                writeDecimal(out, bodyLength(body, values));
                out.writeBytes(END_OF_HEAD);
                write(body, out, values);
            }
            return out;
        } catch (Throwable t) {
            out.release();
            throw t;
        }
    }

    private int bodyLength(Part[] parts, ValueSource[] values) {
        int length = fixedBodyLength;
        for (Part part : parts) {
            if (part.value >= 0) {
                length += values[part.value].length(part.inPath);
            }
        }
        return length;
    }

    private static void write(Part[] parts, ByteBuf out, ValueSource[] values) {
        for (Part part : parts) {
            if (part.value >= 0) {
                values[part.value].writeTo(out, part.inPath);
            } else {
                out.writeBytes(part.bytes);
            }
        }
    }

    private static void writeDecimal(ByteBuf out, int number) {
        out.writeCharSequence(Integer.toString(number), StandardCharsets.US_ASCII);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Bytes that stand as they are, or the place of a value. */
    private static final class Part {
        private final byte[] bytes;
        private final int value;
        private final boolean inPath;

        Part(byte[] bytes, int value, boolean inPath) {
            this.bytes = bytes;
            this.value = value;
            this.inPath = inPath;
        }

        static Part fixed(StringBuilder text) {
            return new Part(text.toString().getBytes(StandardCharsets.UTF_8), -1, false);
        }
    }
}
