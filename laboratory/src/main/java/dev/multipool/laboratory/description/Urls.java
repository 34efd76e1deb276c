package dev.multipool.laboratory.description;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks addresses that hold placeholders. */
final class Urls {
    private static final Pattern REQUEST =
            Pattern.compile("([A-Z]+) (https?)://(\\[[^\\]/]+]|[^:/?#\\s]+)(?::([0-9]{1,5}|\\{port}))?(/\\S*)?");

    private Urls() {}

    /**
     * A request such as {@code GET http://127.0.0.1:{port}/products/{id}}.
     *
     * @param port digits, or {@code {port}}
     */
    record Request(String method, boolean tls, String host, String port, String path) {
        /** Where it goes, without the path. */
        String url() {
            return (tls ? "https://" : "http://") + host + ":" + port + path;
        }
    }

    /**
     * Reads a request's method and URL; the method may be left out for GET.
     *
     * @throws IllegalArgumentException when it is none
     */
    static Request request(String text) {
        String whole = text.strip().startsWith("http") ? "GET " + text.strip() : text.strip();
        Matcher form = REQUEST.matcher(whole);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' (expected: METHOD URL, such as GET http://127.0.0.1:{port}/products/{id})");
        }
        boolean tls = form.group(2).equals("https");
        String port = form.group(4) == null ? (tls ? "443" : "80") : form.group(4);
        if (!port.startsWith("{") && (Integer.parseInt(port) < 1 || Integer.parseInt(port) > 65535)) {
            throw new IllegalArgumentException("port " + port + " (expected: 1 to 65535)");
        }
        return new Request(form.group(1), tls, form.group(3), port, form.group(5) == null ? "/" : form.group(5));
    }

    /**
     * Requires that a text is an address once its placeholders are filled.
     *
     * @throws IllegalArgumentException when it is none
     */
    static String requireHttp(String url) {
        String filled = Placeholders.fill(url, Map.of(Placeholders.PORT, "1", Placeholders.VALUE, "1"));
        try {
            URI uri = new URI(filled);
            if (uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                return url;
            }
        } catch (URISyntaxException e) {
            // told below
        }
        throw new IllegalArgumentException("'" + url + "' (expected: a URL, such as http://127.0.0.1:{port}/health)");
    }
}
