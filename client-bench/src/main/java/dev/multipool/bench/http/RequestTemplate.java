package dev.multipool.bench.http;

import dev.multipool.bench.plan.HttpCalls.Request;
import dev.multipool.bench.template.ValueSource;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A request of HTTP/1.1, encoded but for the values of its placeholders.
 *
 * <p><b>Threads</b>: safe for all; the values that it is given are not.
 */
final class RequestTemplate {
    private static final byte[] CONTENT_LENGTH = ascii("Content-Length: ");
    private static final byte[] END_OF_HEAD = ascii("\r\n\r\n");

    private final EncodedText head;
    private final @Nullable EncodedText body;

    /**
     * Encodes a request.
     *
     * @param authority what its {@code Host} says
     * @param names of all placeholders of the plan, whose values come in this order
     */
    RequestTemplate(Request request, String authority, boolean keptAlive, List<String> names) {
        EncodedText.Builder text = new EncodedText.Builder(names)
                .append(request.method())
                .append(" ")
                .append(request.path(), true)
                .append(" HTTP/1.1\r\n");
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.put("Host", authority);
        headers.putAll(request.headers());
        if (!keptAlive) {
            headers.put("Connection", "close");
        }
        headers.forEach((name, value) ->
                text.append(name).append(": ").append(value, false).append("\r\n"));
        String content = request.body();
        if (content == null) {
            if (Set.of("POST", "PUT", "PATCH").contains(request.method())) {
                text.append("Content-Length: 0\r\n");
            }
            text.append("\r\n");
        }
        this.head = text.build();
        this.body = content == null ? null : EncodedText.of(content, names, false);
    }

    /** The request with these values, as one buffer. */
    ByteBuf encode(ByteBufAllocator allocator, ValueSource[] values) {
        ByteBuf out = allocator.ioBuffer();
        try {
            head.writeTo(out, values);
            if (body != null) {
                out.writeBytes(CONTENT_LENGTH);
                out.writeCharSequence(Integer.toString(body.length(values)), StandardCharsets.US_ASCII);
                out.writeBytes(END_OF_HEAD);
                body.writeTo(out, values);
            }
            return out;
        } catch (Throwable t) {
            out.release();
            throw t;
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
