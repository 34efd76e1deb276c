package dev.multipool.bench.app.options;

import dev.multipool.bench.message.Schema;
import dev.multipool.bench.plan.Calls;
import dev.multipool.bench.plan.HttpCalls;
import dev.multipool.bench.plan.HttpCalls.Version;
import dev.multipool.bench.plan.JsonCheck;
import dev.multipool.bench.plan.MethodAddress;
import dev.multipool.bench.plan.MethodCalls;
import dev.multipool.bench.plan.TemplateValues;
import dev.multipool.bench.plan.ValueSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** A request of any service, as options. */
final class RequestOptions {
    private static final Pattern HEADER = Pattern.compile("([^:\\s]+):\\s*(.*)");

    @Option(
            names = "--http",
            paramLabel = "REQUEST",
            converter = LineConverter.class,
            description =
                    "an HTTP request in place of --target and --mix, such as 'GET http://HOST:PORT/products/{id}';"
                            + " https: the server's certificate is not checked")
    private @Nullable Line line;

    @Option(
            names = "--grpc",
            paramLabel = "METHOD",
            converter = AddressConverter.class,
            description = "a unary method of gRPC in place of --target and --mix, such as HOST:PORT/shop.Shop/Find;"
                    + " https:// before it for TLS, whose certificate is not checked")
    private @Nullable MethodAddress grpc;

    @Option(
            names = "--baidu-std",
            paramLabel = "METHOD",
            converter = AddressConverter.class,
            description = "a method of any service by baidu_std in place of --target and --mix, such as"
                    + " HOST:PORT/shop.Shop/Find; with --descriptors")
    private @Nullable MethodAddress baiduStd;

    @Option(
            names = "--descriptors",
            paramLabel = "FILE",
            description = "what protoc --descriptor_set_out --include_imports wrote of the method (default for --grpc:"
                    + " the server's reflection is asked)")
    private @Nullable Path descriptors;

    @Option(
            names = "--value",
            paramLabel = "NAME=VALUES",
            description = "what stands for {NAME} in the request: 1..10000, zipf:1.1:1..10000 or @FILE.csv:COLUMN")
    private Map<String, String> values = new LinkedHashMap<>();

    @Option(
            names = "--header",
            paramLabel = "NAME:VALUE",
            description = "a header of the request, metadata of gRPC; an option for each")
    private List<String> headers = List.of();

    @Option(
            names = "--body",
            paramLabel = "FILE-OR-TEXT",
            description =
                    "the request's body: a file, or the text itself; of a method its message as JSON (default: {})")
    private @Nullable String body;

    @Option(
            names = "--expect-status",
            paramLabel = "STATUS",
            split = ",",
            description = "statuses of right answers (default: 200 to 299; of --grpc OK)")
    private Set<String> statuses = Set.of();

    @Option(
            names = "--expect-text",
            paramLabel = "TEXT",
            description = "what the body of a right answer holds; of a method its message as JSON")
    private @Nullable String text;

    @Option(
            names = "--expect-json",
            paramLabel = "POINTER[=VALUE]",
            description = "what a right answer has at a JSON pointer, such as /items/0/id=3")
    private @Nullable String json;

    @Option(names = "--no-keep-alive", description = "a connection for each request, by HTTP/1.1")
    private boolean notKeptAlive;

    @Option(
            names = "--http-version",
            defaultValue = "1.1",
            paramLabel = "VERSION",
            converter = VersionConverter.class,
            description = "of --http: 1.1, or 2, where many calls share a connection; https:// agrees on it by ALPN,"
                    + " http:// speaks it at once (prior knowledge)")
    private Version version = Version.HTTP_1_1;

    /** How the calls are named. */
    Kind kind() {
        if (line != null) {
            return Kind.HTTP;
        }
        return grpc != null ? Kind.GRPC : baiduStd != null ? Kind.BAIDU_STD : Kind.TARGET;
    }

    /** Whether each user of a closed loop has a connection of its own. */
    boolean hasOwnConnections() {
        return line != null && version == Version.HTTP_1_1;
    }

    /** Where they go; null for {@code --target}. */
    @Nullable
    Target target() {
        MethodAddress method = method();
        if (line != null) {
            return new Target(line.host(), line.port());
        }
        return method == null ? null : new Target(method.host(), Integer.parseInt(method.port()));
    }

    private @Nullable MethodAddress method() {
        return grpc != null ? grpc : baiduStd;
    }

    /** How many of them are named. */
    int count() {
        return (line == null ? 0 : 1) + (grpc == null ? 0 : 1) + (baiduStd == null ? 0 : 1);
    }

    /**
     * The calls asked for; null for {@code --target}.
     *
     * @throws IllegalArgumentException when an option is malformed
     */
    @Nullable
    Calls calls() {
        MethodAddress method = method();
        if (line != null) {
            return httpCalls(line);
        }
        return method == null ? null : methodCalls(method);
    }

    private HttpCalls httpCalls(Line asked) {
        if (notKeptAlive && version == Version.HTTP_2) {
            throw new IllegalArgumentException(
                    "--no-keep-alive (expected: not with --http-version 2, as many calls share a connection)");
        }
        Set<Integer> numbers = new TreeSet<>();
        for (String status : statuses) {
            if (!status.matches("[1-5][0-9][0-9]")) {
                throw new IllegalArgumentException("--expect-status " + status + " (expected: 100 to 599)");
            }
            numbers.add(Integer.valueOf(status));
        }
        HttpCalls.Request request = new HttpCalls.Request(
                asked.method(),
                asked.path(),
                headers(),
                bodyText(),
                1,
                new HttpCalls.Expectation(numbers, text, check()));
        return new HttpCalls(
                List.of(request), values(), new HttpCalls.Connections(asked.tls(), !notKeptAlive, version));
    }

    private MethodCalls methodCalls(MethodAddress asked) {
        String json = bodyText();
        MethodCalls.Request request = new MethodCalls.Request(
                asked.method(),
                headers(),
                json == null ? "{}" : json,
                1,
                new MethodCalls.Expectation(statuses, text, check()));
        Schema schema = descriptors == null ? null : Schema.read(descriptors);
        return new MethodCalls(
                grpc != null ? MethodCalls.Protocol.GRPC : MethodCalls.Protocol.BAIDU_STD,
                List.of(request),
                values(),
                schema == null ? null : schema.encode(List.of(asked.method())),
                asked.tls());
    }

    private Map<String, TemplateValues> values() {
        Map<String, TemplateValues> parsed = new TreeMap<>();
        values.forEach((name, spec) -> {
            try {
                parsed.put(name, ValueSpec.parse(spec, Path.of("")));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("--value " + name + ": " + e.getMessage(), e);
            }
        });
        return parsed;
    }

    private Map<String, String> headers() {
        Map<String, String> named = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String header : headers) {
            Matcher parts = HEADER.matcher(header);
            if (!parts.matches()) {
                throw new IllegalArgumentException(
                        "--header '" + header + "' (expected: NAME: VALUE, such as 'Accept: application/json')");
            }
            if (named.put(parts.group(1), parts.group(2)) != null) {
                throw new IllegalArgumentException("--header " + parts.group(1) + ": given twice (expected: once)");
            }
        }
        return named;
    }

    private @Nullable JsonCheck check() {
        if (json == null) {
            return null;
        }
        int equals = json.indexOf('=');
        return equals < 0
                ? new JsonCheck(json, null)
                : new JsonCheck(json.substring(0, equals), json.substring(equals + 1));
    }

    private @Nullable String bodyText() {
        if (body == null || !isFile(body)) {
            return body;
        }
        try {
            return Files.readString(Path.of(body), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalArgumentException("--body " + body + " (expected: a file of UTF-8 text)", e);
        }
    }

    private static boolean isFile(String text) {
        try {
            return Files.isRegularFile(Path.of(text));
        } catch (IllegalArgumentException e) {
            // what is no path is a text
            return false;
        }
    }

    /** How the calls of a run can be named. */
    enum Kind {
        TARGET("--target"),
        HTTP("--http"),
        GRPC("--grpc"),
        BAIDU_STD("--baidu-std");

        private final String option;

        Kind(String option) {
            this.option = option;
        }

        @Override
        public String toString() {
            return option;
        }
    }

    /** A request line: a method and a URL. */
    record Line(String method, boolean tls, String host, int port, String path) {
        private static final Pattern FORM =
                Pattern.compile("([A-Z]+) +(https?)://(\\[[^]]+]|[^/:?#\\[\\]]+)(?::(\\d{1,5}))?((?:/[^#]*)?)");

        static Line parse(String text) {
            Matcher form = FORM.matcher(text.strip());
            if (!form.matches()) {
                throw malformed(text);
            }
            boolean tls = form.group(2).equals("https");
            String host = form.group(3);
            int port = form.group(4) == null ? (tls ? 443 : 80) : Integer.parseInt(form.group(4));
            if (port < 1 || port > 65_535) {
                throw malformed(text);
            }
            return new Line(
                    form.group(1),
                    tls,
                    host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
                    port,
                    form.group(5).isEmpty() ? "/" : form.group(5));
        }

        private static IllegalArgumentException malformed(String text) {
            return new IllegalArgumentException(
                    "'" + text + "' (expected: a method and a URL, such as 'GET http://127.0.0.1:8080/products/{id}')");
        }
    }

    static final class LineConverter implements ITypeConverter<Line> {
        @Override
        public Line convert(String text) {
            try {
                return Line.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    static final class VersionConverter implements ITypeConverter<Version> {
        @Override
        public Version convert(String text) {
            try {
                return Version.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    static final class AddressConverter implements ITypeConverter<MethodAddress> {
        @Override
        public MethodAddress convert(String text) {
            try {
                MethodAddress address = MethodAddress.parse(text);
                if (address.port().startsWith("{")) {
                    throw new IllegalArgumentException("'" + text + "' (expected: a number as port)");
                }
                return address;
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
