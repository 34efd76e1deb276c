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
 * Unary calls of methods that Protobuf descriptors describe. Each call draws a request by weight, then a value for each of
 * its placeholders.
 *
 * @param protocol by which they are called
 * @param requests what is asked; at least one
 * @param values what stands for the placeholder {@code {NAME}} in headers and bodies, by its name
 * @param descriptors a {@code FileDescriptorSet} with all that it imports, in Base64; null to ask the server's reflection
 *     service, which gRPC alone has
 * @param tls whether connections are by TLS; the server's certificate is not checked, as the load is for a server of one's
 *     own
 */
public record MethodCalls(
        Protocol protocol,
        List<Request> requests,
        Map<String, TemplateValues> values,
        @Nullable String descriptors,
        boolean tls)
        implements Calls {
    private static final int MAX_WEIGHT = 1_000_000;

    public MethodCalls {
        requests = List.copyOf(requests);
        values = Collections.unmodifiableMap(new TreeMap<>(values));
        if (requests.isEmpty()) {
            throw new IllegalArgumentException("requests: none (expected: at least one)");
        }
        Set<String> used = new HashSet<>();
        requests.forEach(request -> used.addAll(request.placeholders()));
        TemplateValues.requireFitting(values, used, "a header or the body of a request");
        for (Request request : requests) {
            for (String value : request.headers().values()) {
                TemplateValues.requireOneLine(values, value);
            }
            if (protocol == Protocol.BAIDU_STD) {
                request.requirePlain();
            }
        }
        if (protocol == Protocol.BAIDU_STD && descriptors == null) {
            throw new IllegalArgumentException(
                    "descriptors: none (expected: a file of them, as baidu_std has no reflection)");
        }
        if (protocol == Protocol.BAIDU_STD && tls) {
            throw new IllegalArgumentException("tls: true (expected: false, as baidu_std has other settings for it)");
        }
    }

    @Override
    public boolean rejectedBy(String error) {
        return protocol.rejections.contains(error);
    }

    @Override
    public Map<String, Integer> shares() {
        return requests.stream()
                .collect(Collectors.toMap(Request::method, Request::weight, Integer::sum, LinkedHashMap::new));
    }

    /** By what methods are called; its name is how files and JSON spell it. */
    public enum Protocol {
        GRPC("grpc", Set.of(Expectation.errorOf("RESOURCE_EXHAUSTED"), Expectation.errorOf("UNAVAILABLE"))),
        BAIDU_STD("baidu-std", Set.of("ELIMIT", "EOVERCROWDED", "ELOGOFF"));

        private final String text;

        @SuppressWarnings("ImmutableEnumChecker") // a set that can't be changed
        private final Set<String> rejections;

        Protocol(String text, Set<String> rejections) {
            this.text = text;
            this.rejections = rejections;
        }

        @Override
        @JsonValue
        public String toString() {
            return text;
        }
    }

    /**
     * One request. Placeholders {@code {NAME}} may stand in the values of its headers and in its body.
     *
     * @param method as {@code package.Service/Method}
     * @param headers the metadata of gRPC, as text, by name
     * @param body the request message as JSON; a placeholder outside of quotes stands for a whole JSON value
     * @param weight its share: its weight / the sum of all
     * @param expected by what its answer is right
     */
    public record Request(String method, Map<String, String> headers, String body, int weight, Expectation expected) {
        private static final Pattern METHOD =
                Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*/[A-Za-z_][A-Za-z0-9_]*");
        private static final Pattern HEADER_NAME = Pattern.compile("[0-9a-z_.-]+");
        private static final Pattern HEADER_VALUE = Pattern.compile("[ -~]*");
        private static final Set<String> OF_THE_FRAMING = Set.of("content-type", "te", "user-agent");

        public Request {
            Map<String, String> lower = new TreeMap<>();
            headers.forEach((name, value) -> lower.put(name.toLowerCase(Locale.ROOT), value));
            headers = Collections.unmodifiableMap(lower);
            if (!METHOD.matcher(method).matches()) {
                throw new IllegalArgumentException(
                        "method: '" + method + "' (expected: package.Service/Method, such as shop.Shop/Find)");
            }
            headers.forEach(Request::requireHeader);
            if (weight < 1 || weight > MAX_WEIGHT) {
                throw new IllegalArgumentException("weight: " + weight + " (expected: 1 to " + MAX_WEIGHT + ")");
            }
        }

        private static void requireHeader(String name, String value) {
            if (!HEADER_NAME.matcher(name).matches() || name.endsWith("-bin")) {
                throw new IllegalArgumentException(
                        "header: '" + name + "' (expected: a name of text metadata, such as x-name)");
            }
            if (name.startsWith("grpc-") || OF_THE_FRAMING.contains(name)) {
                throw new IllegalArgumentException("header: " + name + " (expected: none, as it comes by itself)");
            }
            if (!HEADER_VALUE.matcher(value).matches()) {
                throw new IllegalArgumentException("header: " + name + " (expected: printable ASCII in it)");
            }
        }

        private void requirePlain() {
            if (!headers.isEmpty()) {
                throw new IllegalArgumentException("headers: " + headers.keySet() + " (expected: none by baidu_std)");
            }
            if (!expected.statuses().isEmpty()) {
                throw new IllegalArgumentException("status: " + expected.statuses() + " (expected: none by baidu_std)");
            }
        }

        /** The names of its placeholders. */
        public Set<String> placeholders() {
            Set<String> names = new HashSet<>(Template.namesIn(body));
            headers.values().forEach(value -> names.addAll(Template.namesIn(value)));
            return names;
        }

        /** The part of the method's name before the slash. */
        public String service() {
            return method.substring(0, method.indexOf('/'));
        }
    }

    /**
     * By what an answer is right. The text and the value are looked for in answers with a message: those that are OK.
     *
     * @param statuses of gRPC that it may have, by name; empty for OK alone
     * @param contains a text in the answer as JSON; null for no such check
     * @param json what stands in the answer as JSON; null for no such check
     */
    public record Expectation(
            Set<String> statuses,
            @Nullable String contains,
            @Nullable JsonCheck json) {
        /** Status OK. */
        public static final Expectation SUCCESS = new Expectation(Set.of(), null, null);

        /** The status of a call that went well. */
        public static final String OK = "OK";

        /** All names that a status can have, in the order of their numbers. */
        public static final List<String> STATUSES = List.of(
                OK,
                "CANCELLED",
                "UNKNOWN",
                "INVALID_ARGUMENT",
                "DEADLINE_EXCEEDED",
                "NOT_FOUND",
                "ALREADY_EXISTS",
                "PERMISSION_DENIED",
                "RESOURCE_EXHAUSTED",
                "FAILED_PRECONDITION",
                "ABORTED",
                "OUT_OF_RANGE",
                "UNIMPLEMENTED",
                "INTERNAL",
                "UNAVAILABLE",
                "DATA_LOSS",
                "UNAUTHENTICATED");

        public Expectation {
            statuses = Collections.unmodifiableSet(new TreeSet<>(statuses));
            for (String status : statuses) {
                if (!STATUSES.contains(status)) {
                    throw new IllegalArgumentException(
                            "status: " + status + " (expected: one of gRPC, such as OK or NOT_FOUND)");
                }
            }
        }

        /** The name of the error that an answer is, whose status is not expected. */
        public static String errorOf(String status) {
            return "GRPC_" + status;
        }

        /** Whether an answer may have this status. */
        public boolean allows(String status) {
            return statuses.isEmpty() ? status.equals(OK) : statuses.contains(status);
        }
    }
}
