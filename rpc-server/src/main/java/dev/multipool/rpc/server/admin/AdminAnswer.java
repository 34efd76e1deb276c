package dev.multipool.rpc.server.admin;

import dev.multipool.rpc.server.watch.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * What a page answers: a tree, which is shown as JSON or HTML, or bytes as they are.
 *
 * @param status the HTTP status
 * @param tree maps, lists and plain values; not looked at when there are bytes
 * @param contentType of the bytes; empty for a tree
 * @param bytes as they are sent; empty for a tree
 * @param contentPolicy what the browser may load for it, as a Content-Security-Policy; empty for no such header
 */
@SuppressWarnings("ArrayRecordComponent") // made, sent and forgotten: nobody compares answers
public record AdminAnswer(int status, Object tree, String contentType, byte[] bytes, String contentPolicy) {
    private static final byte[] NONE = {};

    /** 200 with a tree. */
    public static AdminAnswer tree(Object tree) {
        return tree(200, tree);
    }

    /** Another status with a tree. */
    public static AdminAnswer tree(int status, Object tree) {
        return new AdminAnswer(status, tree, "", NONE, "");
    }

    /** 200 with bytes. */
    public static AdminAnswer bytes(String contentType, byte[] bytes) {
        return new AdminAnswer(200, Map.of(), contentType, bytes, "");
    }

    /** The same answer, for which a browser loads only what the policy lets it. */
    public AdminAnswer withContentPolicy(String policy) {
        return new AdminAnswer(status, tree, contentType, bytes, policy);
    }

    static AdminAnswer error(int status, String message) {
        return tree(status, Map.of("error", message));
    }

    /** The answer as it is sent. */
    AdminAnswer rendered(AdminRequest request) {
        if (!contentType.isEmpty()) {
            return this;
        }
        String text = request.html() ? HtmlPage.of(request.path(), tree) : JsonText.of(tree);
        return new AdminAnswer(
                status,
                tree,
                request.html() ? "text/html; charset=utf-8" : "application/json; charset=utf-8",
                text.getBytes(StandardCharsets.UTF_8),
                contentPolicy);
    }
}
