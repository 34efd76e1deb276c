package dev.multipool.laboratory.description;

import dev.multipool.bench.plan.HttpCalls;
import dev.multipool.bench.plan.HttpCalls.Connections;
import dev.multipool.bench.plan.HttpCalls.Expectation;
import dev.multipool.bench.plan.JsonCheck;
import dev.multipool.bench.plan.KeyDistribution;
import dev.multipool.bench.plan.TemplateValues;
import dev.multipool.bench.plan.ValueSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the load. */
final class LoadSection {
    private static final int CALLERS = 32;
    private static final int MAX_CALLERS = 100_000;
    private static final int MAX_WEIGHT = 1_000_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final List<String> OF_A_REQUEST = List.of("http", "headers", "body", "expect");

    private final YamlMap load;
    private final Path folder;

    private LoadSection(YamlMap load, Path folder) {
        this.load = load;
        this.folder = folder;
    }

    static Load read(YamlMap load, Path folder) {
        return new LoadSection(load, folder).read();
    }

    private Load read() {
        List<YamlMap> maps = requests();
        List<Urls.Request> addresses =
                maps.stream().map(map -> map.parsed("http", Urls::request)).toList();
        Urls.Request first = addresses.get(0);
        List<HttpCalls.Request> requests = new ArrayList<>();
        for (int i = 0; i < maps.size(); i++) {
            Urls.Request address = addresses.get(i);
            if (!address.host().equals(first.host())
                    || !address.port().equals(first.port())
                    || address.tls() != first.tls()) {
                throw maps.get(i).failure("http", "another host or port than the first request", "the same for all");
            }
            requests.add(request(maps.get(i), address));
        }
        Set<String> placeholders = new LinkedHashSet<>();
        requests.forEach(request -> placeholders.addAll(request.placeholders()));
        load.requireKeys(Section.LOAD.keys(), placeholders);
        HttpCalls calls = load.guarded(
                "",
                () -> new HttpCalls(
                        requests, values(placeholders), new Connections(first.tls(), load.flag("keep-alive", true))));
        return new Load(
                new Load.Target(first.host(), first.port()),
                calls,
                load.has("callers") ? (int) load.number("callers", 1, MAX_CALLERS) : CALLERS,
                load.duration("timeout", TIMEOUT));
    }

    private List<YamlMap> requests() {
        if (!load.has("requests")) {
            if (!load.has("http")) {
                requireLoadKeysOnly();
                throw load.failure("neither http nor requests", "http: GET http://127.0.0.1:{port}/path");
            }
            return List.of(load);
        }
        for (String key : OF_A_REQUEST) {
            if (load.has(key)) {
                throw load.failure(key, "beside requests", "it in one of the requests");
            }
        }
        List<YamlMap> maps = load.maps("requests");
        if (maps.isEmpty()) {
            throw load.failure("requests", "none", "at least one");
        }
        maps.forEach(map -> map.requireKeys(Section.REQUEST));
        return maps;
    }

    /** A load without a request has most likely a misspelled key. */
    private void requireLoadKeysOnly() {
        for (String key : load.keys()) {
            String nearest = NearestWord.of(key, Section.LOAD.keys());
            if (!Section.LOAD.keys().contains(key) && NearestWord.isNear(key, nearest)) {
                throw load.failure(key, "unknown key", nearest + "?");
            }
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
                        map == load || !map.has("weight") ? 1 : (int) map.number("weight", 1, MAX_WEIGHT),
                        map.has("expect") ? expectation(map) : Expectation.SUCCESS));
        if (request.placeholders().contains(Placeholders.PORT)) {
            throw map.failure("http", "{port} in the path, a header or the body", "it only after the host");
        }
        return request;
    }

    private @Nullable String body(YamlMap map) {
        String body = map.textOrNull("body");
        if (body == null || !body.startsWith("@")) {
            return body;
        }
        Path file = folder.resolve(body.substring(1));
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw map.failure("body", file + " can't be read: " + e, "a text file in UTF-8");
        }
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
        JsonCheck json = null;
        if (expect.isMap("json")) {
            YamlMap check = expect.map("json").requireKeys(Section.JSON);
            json = check.guarded("at", () -> new JsonCheck(check.text("at"), check.textOrNull("is")));
        } else if (expect.has("json")) {
            json = expect.parsed("json", pointer -> new JsonCheck(pointer, null));
        }
        return new Expectation(statuses, expect.textOrNull("text"), json);
    }

    private Map<String, TemplateValues> values(Set<String> placeholders) {
        Map<String, TemplateValues> values = new TreeMap<>();
        for (String name : placeholders) {
            if (Section.LOAD.keys().contains(name)) {
                throw load.failure(name, "{" + name + "} as a placeholder", "another name, as it is a key of the load");
            }
            if (!load.has(name)) {
                throw load.failure(
                        "no values for {" + name + "}", "the key " + name + ", such as " + name + ": 1..10000");
            }
            values.put(
                    name,
                    load.isList(name)
                            ? load.guarded(
                                    name, () -> new TemplateValues.Listed(load.texts(name), KeyDistribution.UNIFORM))
                            : load.parsed(name, text -> ValueSpec.parse(text.strip(), folder)));
        }
        return values;
    }
}
