package dev.multipool.bench.plan;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A method of a server as people write it: {@code 127.0.0.1:8080/shop.Shop/Find}, with {@code https://} before it for TLS.
 *
 * @param tls whether by TLS
 * @param host its name or address, without brackets
 * @param port digits, or {@code {port}}
 * @param method as {@code package.Service/Method}
 */
public record MethodAddress(boolean tls, String host, String port, String method) {
    private static final Pattern FORM =
            Pattern.compile("(?:(https?)://)?(\\[[^\\]/]+]|[^:/?#\\[\\]\\s{}]+):([0-9]{1,5}|\\{port})/([\\w.]+/\\w+)");

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static MethodAddress parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException("'" + text
                    + "' (expected: HOST:PORT/package.Service/Method, such as 127.0.0.1:8080/shop.Shop/Find)");
        }
        String host = form.group(2);
        String port = form.group(3);
        if (!port.startsWith("{") && (Integer.parseInt(port) < 1 || Integer.parseInt(port) > 65_535)) {
            throw new IllegalArgumentException("port " + port + " (expected: 1 to 65535)");
        }
        return new MethodAddress(
                "https".equals(form.group(1)),
                host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
                port,
                form.group(4));
    }
}
