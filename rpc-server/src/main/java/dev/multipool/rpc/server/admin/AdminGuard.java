package dev.multipool.rpc.server.admin;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Decides who may ask for what. Pages that change something or profile need the token where there is one, and there is
 * one wherever the port is open to the network.
 *
 * <p>On loopback a web page in the user's own browser is the stranger. It could ask in the user's name, by a host name
 * of its own that leads here. So there the request must name this machine as its host, and must not come from another
 * page. That is one of another site, or of another port of this machine, which browsers count as the same site.
 */
final class AdminGuard {
    private static final Pattern LOCAL_HOST =
            Pattern.compile("(localhost|127(\\.\\d{1,3}){3}|\\[[0-9a-fA-F:]+])(:\\d{1,5})?");
    /** What browsers say of a request from our own page or from the address bar; other programs say nothing. */
    private static final Set<String> OWN_ORIGIN = Set.of("", "same-origin", "none");

    private static final String SCHEME = "Bearer ";

    private final AdminSettings settings;

    AdminGuard(AdminSettings settings) {
        this.settings = settings;
    }

    /** For every request. */
    void requireFriend(HttpHeaders headers) {
        String host = headers.get(HttpHeaderNames.HOST, "");
        if (settings.onLoopback() && !LOCAL_HOST.matcher(host).matches()) {
            throw new AdminException(403, "this port answers on this machine only (expected: Host: localhost)");
        }
        if (!OWN_ORIGIN.contains(headers.get("Sec-Fetch-Site", ""))) {
            throw new AdminException(403, "this port does not answer pages of other sites or ports");
        }
    }

    /** For requests that change something or profile. */
    void requireToken(HttpHeaders headers) {
        String token = settings.token();
        if (token == null) {
            return;
        }
        String given = headers.get(HttpHeaderNames.AUTHORIZATION, "");
        if (!given.startsWith(SCHEME) || !isEqual(given.substring(SCHEME.length()), token)) {
            throw new AdminException(401, "no or a wrong token (expected: the header Authorization: Bearer TOKEN)");
        }
    }

    /** Takes as long for a wrong token as for the right one, and does not tell its length: digests are compared. */
    private static boolean isEqual(String given, String token) {
        return MessageDigest.isEqual(digest(given), digest(token));
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 (expected: in every JDK)", e);
        }
    }
}
