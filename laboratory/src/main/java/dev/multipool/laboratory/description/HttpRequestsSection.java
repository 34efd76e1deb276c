package dev.multipool.laboratory.description;

import dev.multipool.bench.plan.Calls;
import dev.multipool.bench.plan.HttpCalls;
import dev.multipool.bench.plan.HttpCalls.Connections;
import dev.multipool.bench.plan.HttpCalls.Expectation;
import dev.multipool.bench.plan.HttpCalls.Version;
import dev.multipool.bench.plan.TemplateValues;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Requests of HTTP. */
final class HttpRequestsSection extends RequestsSection {
    private final Version version;
    private final boolean keptAlive;
    private final Urls.Request first;
    private final List<HttpCalls.Request> requests = new ArrayList<>();

    HttpRequestsSection(YamlMap load, List<YamlMap> maps, Path folder) {
        super(load, maps, folder);
        refuse("http", "it with grpc or baidu-std", "descriptors");
        this.version = load.has("http-version") ? load.parsed("http-version", Version::parse) : Version.HTTP_1_1;
        this.keptAlive = load.flag("keep-alive", true);
        if (version == Version.HTTP_1_1) {
            refuse("http", "it with http-version: 2, grpc or baidu-std", "connections");
        } else if (!keptAlive) {
            throw load.failure("keep-alive", "false beside http-version: 2", "none, as many calls share a connection");
        }
        List<Urls.Request> addresses =
                maps.stream().map(map -> map.parsed("http", Urls::request)).toList();
        this.first = addresses.get(0);
        for (int i = 0; i < maps.size(); i++) {
            Urls.Request address = addresses.get(i);
            if (!address.host().equals(first.host())
                    || !address.port().equals(first.port())
                    || address.tls() != first.tls()) {
                throw maps.get(i).failure("http", "another host or port than the first request", "the same for all");
            }
            requests.add(request(maps.get(i), address));
        }
    }

    private HttpCalls.Request request(YamlMap map, Urls.Request address) {
        HttpCalls.Request request = map.guarded(
                "http",
                () -> new HttpCalls.Request(
                        address.method(),
                        address.path(),
                        map.textsByKey("headers"),
                        body(map),
                        weight(map),
                        map.has("expect") ? expectation(map) : Expectation.SUCCESS));
        if (request.placeholders().contains(Placeholders.PORT)) {
            throw map.failure("http", "{port} in the path, a header or the body", "it only after the host");
        }
        return request;
    }

    private static Expectation expectation(YamlMap request) {
        YamlMap expect = request.map("expect").requireKeys(Section.EXPECT);
        Set<Integer> statuses = new HashSet<>();
        if (expect.has("status")) {
            for (String text : expect.texts("status")) {
                if (!text.matches("[1-5][0-9][0-9]")) {
                    throw expect.failure("status", "'" + text + "'", "100 to 599");
                }
                statuses.add(Integer.valueOf(text));
            }
        }
        return new Expectation(statuses, expect.textOrNull("text"), jsonCheck(expect));
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
        Connections connections = new Connections(first.tls(), keptAlive, version);
        return load.guarded("", () -> new HttpCalls(requests, values, connections));
    }

    @Override
    @Nullable
    Integer connections() {
        return version == Version.HTTP_1_1 ? null : sharedConnections();
    }
}
