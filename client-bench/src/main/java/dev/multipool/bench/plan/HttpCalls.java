package dev.multipool.bench.plan;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * HTTP requests. Each call draws a request by weight, then a value for each of its placeholders.
 *
 * @param requests what is asked; at least one
 * @param values what stands for the placeholder {@code {NAME}} in paths, headers and bodies, by its name
 * @param connections how connections are made
 */
public record HttpCalls(List<Request> requests, Map<String, TemplateValues> values, Connections connections)
        implements Calls {
    private static final Set<String> REJECTIONS = Set.of(Expectation.errorOf(429), Expectation.errorOf(503));
    private static final int MAX_WEIGHT = 1_000_000;

    public HttpCalls {
        requests = List.copyOf(requests);
        values = Collections.unmodifiableMap(new TreeMap<>(values));
        if (requests.isEmpty()) {
            throw new IllegalArgumentException("requests: none (expected: at least one)");
        }
        Set<String> used = new HashSet<>();
        requests.forEach(request -> used.addAll(request.placeholders()));
        TemplateValues.requireFitting(values, used, "the path, a header or the body of a request");
        for (Request request : requests) {
            for (String value : request.headers().values()) {
                TemplateValues.requireOneLine(values, value);
            }
            if (connections.version() == Version.HTTP_2) {
                request.requireNoHeaderOfAConnection();
            }
        }
    }

    @Override
    public boolean rejectedBy(String error) {
        return REJECTIONS.contains(error);
    }

    @Override
    public Map<String, Integer> shares() {
        return requests.stream()
                .collect(Collectors.toMap(
                        request -> request.method() + " " + request.path(),
                        Request::weight,
                        Integer::sum,
                        LinkedHashMap::new));
    }

    /**
     * How connections are made.
     *
     * @param tls whether by TLS; the server's certificate is not checked, as the load is for a server of one's own
     * @param keptAlive whether a connection carries one request after the other; else each request has its own, which
     *     HTTP/2 does not know
     * @param version what is spoken: by TLS it is agreed on by ALPN, without TLS the server has to know it before
     */
    public record Connections(boolean tls, boolean keptAlive, Version version) {
        /** Plain connections of HTTP/1.1 that are kept. */
        public static final Connections PLAIN = new Connections(false, true, Version.HTTP_1_1);

        public Connections {
            if (version == Version.HTTP_2 && !keptAlive) {
                throw new IllegalArgumentException(
                        "keptAlive: false (expected: true by HTTP/2, as many calls share a connection)");
            }
        }
    }

    /** A version of HTTP; its name is how files, options and JSON spell it. */
    public enum Version {
        HTTP_1_1("1.1"),
        HTTP_2("2");

        private final String text;

        Version(String text) {
            this.text = text;
        }

        /**
         * The version of this name.
         *
         * @throws IllegalArgumentException when there is none
         */
        public static Version parse(String text) {
            for (Version version : values()) {
                if (version.text.equals(text)) {
                    return version;
                }
            }
            throw new IllegalArgumentException("'" + text + "' (expected: 1.1 or 2)");
        }

        @Override
        @JsonValue
        public String toString() {
            return text;
        }
    }

    /**
     * One request. Placeholders {@code {NAME}} may stand in its path, in the values of its headers and in its body.
     *
     * @param method such as {@code GET}
     * @param path with its query, from the first slash on
     * @param headers by name; {@code Host}, {@code Connection} and {@code Content-Length} come by themselves
     * @param body in UTF-8; null for none
     * @param weight its share: its weight / the sum of all
     * @param expected by what its answer is right
     */
    public record Request(
            String method,
            String path,
            Map<String, String> headers,
            @Nullable String body,
            int weight,
            Expectation expected) {
        private static final Pattern PATH = Pattern.compile("/\\S*");
        /** A token of RFC 9110. */
        private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

        private static final Set<String> OF_THE_FRAMING = Set.of("content-length", "transfer-encoding", "connection");

        /** RFC 9113, 8.2.2. */
        private static final Set<String> OF_A_CONNECTION = Set.of("keep-alive", "proxy-connection", "te", "upgrade");

        public Request {
            headers = Collections.unmodifiableMap(new TreeMap<>(headers));
            if (!method.matches("[A-Z]+")) {
                throw new IllegalArgumentException("method: '" + method + "' (expected: one of HTTP, such as GET)");
            }
            headers.forEach(Request::requireHeader);
            if (!PATH.matcher(path).matches()) {
                throw new IllegalArgumentException("path: " + (TemplateValues.hasLineEnd(path) ? "" : "'" + path + "' ")
                        + "(expected: it begins with /, without white space)");
            }
            if (weight < 1 || weight > MAX_WEIGHT) {
                throw new IllegalArgumentException("weight: " + weight + " (expected: 1 to " + MAX_WEIGHT + ")");
            }
        }

        private static void requireHeader(String name, String value) {
            if (!HEADER_NAME.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        "header: " + (TemplateValues.hasLineEnd(name) ? "" : "'" + name + "' ")
                                + "(expected: a name such as X-Name)");
            }
            if (TemplateValues.hasLineEnd(value)) {
                throw new IllegalArgumentException("header: " + name + " (expected: no line end in it)");
            }
            if (OF_THE_FRAMING.contains(name.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("header: " + name + " (expected: none, as it comes by itself)");
            }
        }

        private void requireNoHeaderOfAConnection() {
            for (String name : headers.keySet()) {
                if (OF_A_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
                    throw new IllegalArgumentException("header: " + name + " (expected: none by HTTP/2)");
                }
            }
        }

        /** The names of its placeholders. */
        public Set<String> placeholders() {
            Set<String> names = new HashSet<>(Template.namesIn(path));
            headers.values().forEach(value -> names.addAll(Template.namesIn(value)));
            if (body != null) {
                names.addAll(Template.namesIn(body));
            }
            return names;
        }
    }

    /**
     * By what an answer is right.
     *
     * @param statuses that it may have; empty for any from 200 to 299
     * @param contains a text that its body holds; null for no such check
     * @param json what stands in its body, which is JSON; null for no such check
     */
    public record Expectation(
            Set<Integer> statuses,
            @Nullable String contains,
            @Nullable JsonCheck json) {
        /** Any status from 200 to 299. */
        public static final Expectation SUCCESS = new Expectation(Set.of(), null, null);

        public Expectation {
            statuses = Collections.unmodifiableSet(new TreeSet<>(statuses));
            for (int status : statuses) {
                if (status < 100 || status > 599) {
                    throw new IllegalArgumentException("status: " + status + " (expected: 100 to 599)");
                }
            }
        }

        /** The name of the error that an answer is, whose status is not expected. */
        public static String errorOf(int status) {
            return "HTTP_" + status;
        }

        /** Whether an answer may have this status. */
        public boolean allows(int status) {
            return statuses.isEmpty() ? status >= 200 && status <= 299 : statuses.contains(status);
        }
    }
}
