package dev.multipool.rpc.server.admin;

import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to the admin port. Bodies mean nothing here: what a request wants is in its path and its query.
 *
 * @param method GET or PUT
 * @param path with a slash at its beginning, decoded
 * @param query the first value of each parameter
 * @param html whether the asker would rather read HTML than JSON
 */
public record AdminRequest(String method, String path, Map<String, String> query, boolean html) {

    static AdminRequest of(FullHttpRequest request) {
        QueryStringDecoder uri = new QueryStringDecoder(request.uri());
        Map<String, String> query = new LinkedHashMap<>();
        uri.parameters().forEach((name, values) -> query.put(name, values.get(0)));
        String accept = request.headers().get(HttpHeaderNames.ACCEPT, "");
        return new AdminRequest(request.method().name(), uri.path(), query, accept.contains("text/html"));
    }

    /** A parameter's value; null when it is not there. */
    public @Nullable String parameter(String name) {
        return query.get(name);
    }

    /**
     * A parameter that is a whole number.
     *
     * @throws AdminException 400 when it is none, or out of range
     */
    public int number(String name, int otherwise, int min, int max) {
        String text = query.get(name);
        if (text == null) {
            return otherwise;
        }
        try {
            int value = Integer.parseInt(text);
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            // told below, as what is out of range
        }
        throw new AdminException(400, name + ": \"" + text + "\" (expected: " + min + " to " + max + ")");
    }

    /**
     * Refuses parameters other than these: a misspelt one would do nothing, silently.
     *
     * @throws AdminException 400 with what was expected
     */
    public void requireOnly(String... names) {
        for (String name : query.keySet()) {
            if (!List.of(names).contains(name)) {
                throw new AdminException(
                        400,
                        "unknown parameter " + name + " (expected: "
                                + (names.length == 0 ? "none" : "of " + List.of(names)) + ")");
            }
        }
    }
}
