package dev.multipool.laboratory.description;

import dev.multipool.bench.plan.KeyDistribution;
import dev.multipool.bench.plan.MethodCalls.Protocol;
import dev.multipool.bench.plan.TemplateValues;
import dev.multipool.bench.plan.ValueSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads the load. */
final class LoadSection {
    private static final int CALLERS = 32;
    private static final int MAX_CALLERS = 100_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    /** How a request can be named. */
    private static final String HTTP = "http";

    private static final List<String> PROTOCOLS =
            List.of(HTTP, Protocol.GRPC.toString(), Protocol.BAIDU_STD.toString());

    private final YamlMap load;
    private final Path folder;

    private LoadSection(YamlMap load, Path folder) {
        this.load = load;
        this.folder = folder;
    }

    /** @param ready how the service is known to be ready, which tells its port where the load does not */
    static Load read(YamlMap load, Path folder, Ready ready) {
        LoadSection section = new LoadSection(load, folder);
        return load.has(CommandSection.COMMAND) ? section.readCommand(ready) : section.read();
    }

    private Load readCommand(Ready ready) {
        LoadCommand command = CommandSection.read(load, folder);
        load.requireKeys(Section.LOAD);
        return new Load(CommandSection.target(load, command, ready), command, callers(), null, TIMEOUT);
    }

    private int callers() {
        return load.has("callers") ? (int) load.number("callers", 1, MAX_CALLERS) : CALLERS;
    }

    private Load read() {
        if (load.has("parser")) {
            throw load.failure("parser", "without command", "the key command beside it");
        }
        List<YamlMap> maps = requests();
        String protocol = protocolOf(maps.get(0));
        for (YamlMap map : maps) {
            if (!protocolOf(map).equals(protocol)) {
                throw map.failure(protocolOf(map), "beside " + protocol, "one protocol for all requests");
            }
        }
        RequestsSection requests = protocol.equals(HTTP)
                ? new HttpRequestsSection(load, maps, folder)
                : new MethodRequestsSection(load, maps, folder, protocol);
        Set<String> placeholders = requests.placeholders();
        load.requireKeys(Section.LOAD.keys(), placeholders);
        return new Load(
                requests.target(),
                requests.calls(values(placeholders)),
                callers(),
                requests.connections(),
                load.duration("timeout", TIMEOUT));
    }

    private List<YamlMap> requests() {
        if (!load.has("requests")) {
            if (PROTOCOLS.stream().noneMatch(load::has)) {
                requireLoadKeysOnly();
                throw load.failure(
                        "no http, grpc, baidu-std, requests or command", "http: GET http://127.0.0.1:{port}/path");
            }
            return List.of(load);
        }
        Set<String> ofARequest = new LinkedHashSet<>(Section.REQUEST.keys());
        ofARequest.retainAll(Section.LOAD.keys());
        for (String key : ofARequest) {
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

    private static String protocolOf(YamlMap request) {
        List<String> named = PROTOCOLS.stream().filter(request::has).toList();
        if (named.isEmpty()) {
            throw request.failure("no http, grpc or baidu-std", "one of them");
        }
        if (named.size() > 1) {
            throw request.failure(named.get(1), "beside " + named.get(0), "one of them");
        }
        return named.get(0);
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
