package dev.multipool.bench.http;

import dev.multipool.bench.plan.HttpCalls.Request;
import dev.multipool.bench.template.ValueSource;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.ReadOnlyHttp2Headers;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A request of HTTP/2, encoded but for the values of its placeholders and for the compression of its headers, which each
 * connection does by itself.
 *
 * <p><b>Threads</b>: safe for all; the values that it is given are not.
 */
final class StreamTemplate {
    private static final String HOST = "host";
    private static final ValueSource[] NO_VALUES = {};

    private final AsciiString method;
    private final AsciiString scheme;
    private final EncodedText path;
    private final EncodedText authority;
    private final List<Field> fields = new ArrayList<>();
    private final @Nullable EncodedText body;

    /** The same for all calls; null where values stand in it. */
    private final @Nullable Http2Headers fixed;

    /**
     * Encodes a request.
     *
     * @param authority what its {@code :authority} says, unless a header {@code Host} says something else
     * @param names of all placeholders of the plan, whose values come in this order
     */
    StreamTemplate(Request request, boolean tls, String authority, List<String> names) {
        this.method = AsciiString.cached(request.method());
        this.scheme = AsciiString.cached(tls ? "https" : "http");
        this.path = EncodedText.of(request.path(), names, true);
        Map<String, String> headers = new TreeMap<>();
        request.headers().forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value.strip()));
        String host = headers.remove(HOST);
        this.authority = EncodedText.of(host == null ? authority : host, names, false);
        headers.forEach(
                (name, value) -> fields.add(new Field(new AsciiString(name), EncodedText.of(value, names, false))));
        this.body = request.body() == null ? null : EncodedText.of(request.body(), names, false);
        boolean isFixed = path.isFixed()
                && this.authority.isFixed()
                && (body == null || body.isFixed())
                && fields.stream().allMatch(field -> field.value().isFixed());
        this.fixed = isFixed ? build(NO_VALUES) : null;
    }

    /** The headers with these values. */
    Http2Headers headers(ValueSource[] values) {
        return fixed != null ? fixed : build(values);
    }

    private Http2Headers build(ValueSource[] values) {
        AsciiString[] others = new AsciiString[2 * (fields.size() + (body == null ? 0 : 1))];
        int at = 0;
        for (Field field : fields) {
            others[at++] = field.name();
            others[at++] = field.value().bytes(values);
        }
        if (body != null) {
            others[at++] = HttpHeaderNames.CONTENT_LENGTH;
            others[at] =
                    new AsciiString(Integer.toString(body.length(values)).getBytes(StandardCharsets.US_ASCII), false);
        }
        return ReadOnlyHttp2Headers.clientHeaders(
                false, method, path.bytes(values), scheme, authority.bytes(values), others);
    }

    /** The body with these values; null for none. */
    @Nullable
    ByteBuf body(ByteBufAllocator allocator, ValueSource[] values) {
        if (body == null) {
            return null;
        }
        ByteBuf out = allocator.ioBuffer(body.length(values));
        try {
            body.writeTo(out, values);
            return out;
        } catch (Throwable t) {
            out.release();
            throw t;
        }
    }

    /** A header by its name in lower case. */
    private record Field(AsciiString name, EncodedText value) {}
}
