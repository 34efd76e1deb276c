package dev.multipool.laboratory.description;

import dev.multipool.bench.message.DescribedRequest;
import dev.multipool.bench.message.Schema;
import dev.multipool.bench.plan.Calls;
import dev.multipool.bench.plan.MethodAddress;
import dev.multipool.bench.plan.MethodCalls;
import dev.multipool.bench.plan.MethodCalls.Expectation;
import dev.multipool.bench.plan.MethodCalls.Protocol;
import dev.multipool.bench.plan.TemplateValues;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Requests that are methods of a service, by gRPC or baidu_std. */
final class MethodRequestsSection extends RequestsSection {
    private final Protocol protocol;
    private final String key;
    private final MethodAddress first;
    private final List<MethodCalls.Request> requests = new ArrayList<>();
    private final @Nullable Schema schema;

    MethodRequestsSection(YamlMap load, List<YamlMap> maps, Path folder, String key) {
        super(load, maps, folder);
        this.key = key;
        this.protocol = key.equals(Protocol.GRPC.toString()) ? Protocol.GRPC : Protocol.BAIDU_STD;
        refuse(key, "it with http", "http-version", "keep-alive");
        List<MethodAddress> addresses =
                maps.stream().map(map -> map.parsed(key, MethodAddress::parse)).toList();
        this.first = addresses.get(0);
        this.schema =
                load.has("descriptors") ? load.parsed("descriptors", file -> Schema.read(folder.resolve(file))) : null;
        if (schema == null && protocol == Protocol.BAIDU_STD) {
            throw load.failure(key, "no descriptors", "the key descriptors, a file that protoc wrote");
        }
        if (first.tls() && protocol == Protocol.BAIDU_STD) {
            throw maps.get(0).failure(key, "TLS", "HOST:PORT/package.Service/Method alone");
        }
        for (int i = 0; i < maps.size(); i++) {
            MethodAddress address = addresses.get(i);
            if (!address.host().equals(first.host())
                    || !address.port().equals(first.port())
                    || address.tls() != first.tls()) {
                throw maps.get(i).failure(key, "another host or port than the first request", "the same for all");
            }
            requests.add(request(maps.get(i), address));
        }
    }

    private MethodCalls.Request request(YamlMap map, MethodAddress address) {
        if (schema != null) {
            map.guarded(key, () -> schema.method(address.method()));
        }
        String body = body(map);
        MethodCalls.Request request = map.guarded(
                key,
                () -> new MethodCalls.Request(
                        address.method(),
                        map.textsByKey("headers"),
                        body == null ? "{}" : body,
                        weight(map),
                        map.has("expect") ? expectation(map) : Expectation.SUCCESS));
        if (request.placeholders().contains(Placeholders.PORT)) {
            throw map.failure(key, "{port} in a header or the body", "it only after the host");
        }
        return request;
    }

    private static Expectation expectation(YamlMap request) {
        YamlMap expect = request.map("expect").requireKeys(Section.EXPECT);
        Set<String> statuses = new HashSet<>();
        if (expect.has("status")) {
            for (String text : expect.texts("status")) {
                if (!Expectation.STATUSES.contains(text)) {
                    throw expect.failure("status", "'" + text + "'", NearestWord.of(text, Expectation.STATUSES) + "?");
                }
                statuses.add(text);
            }
        }
        return new Expectation(statuses, expect.textOrNull("text"), jsonCheck(expect));
    }

    private List<String> methods() {
        return requests.stream().map(MethodCalls.Request::method).toList();
    }

    @Override
    Load.Target target() {
        return new Load.Target(first.host(), first.port());
    }

    @Override
    Set<String> placeholders() {
        Set<String> names = new LinkedHashSet<>();
        requests.forEach(request -> names.addAll(request.placeholders()));
        return names;
    }

    @Override
    Calls calls(Map<String, TemplateValues> values) {
        MethodCalls calls = load.guarded(
                maps.get(0) == load ? key : "requests",
                () -> new MethodCalls(
                        protocol, requests, values, schema == null ? null : schema.encode(methods()), first.tls()));
        if (schema != null) {
            for (int i = 0; i < requests.size(); i++) {
                MethodCalls.Request request = requests.get(i);
                maps.get(i).guarded("body", () -> DescribedRequest.of(request, calls.values(), schema));
            }
        }
        return calls;
    }

    @Override
    @Nullable
    Integer connections() {
        return sharedConnections();
    }
}
