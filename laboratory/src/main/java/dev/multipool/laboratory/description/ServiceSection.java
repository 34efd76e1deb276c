package dev.multipool.laboratory.description;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Reads how a service starts, or where it runs. */
final class ServiceSection {
    private static final Duration READY_WITHIN = Duration.ofSeconds(60);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(15);
    private static final List<String> OF_A_LAUNCH = List.of("directory", "environment", "ready-within", "stop-within");

    private ServiceSection() {}

    static Origin read(YamlMap service, Path folder) {
        if (service.has("pid")) {
            return running(service);
        }
        if (!service.has("start")) {
            throw service.failure("neither start nor pid", "start: COMMAND, or pid: NUMBER of a service that runs");
        }
        if (!service.has("ready")) {
            throw service.failure(
                    "no ready", "ready: URL that answers 2xx, or ready: {tcp: HOST:PORT} or {log: REGEX}");
        }
        List<String> command =
                service.isList("start") ? service.texts("start") : service.parsed("start", CommandLine::split);
        return service.guarded(
                "start",
                () -> new Origin.Launch(
                        command,
                        folder.resolve(service.textOr("directory", "")).normalize(),
                        service.textsByKey("environment"),
                        ready(service),
                        service.duration("ready-within", READY_WITHIN),
                        service.duration("stop-within", STOP_WITHIN)));
    }

    private static Origin running(YamlMap service) {
        if (service.has("start")) {
            throw service.failure("pid", "beside start", "one of them");
        }
        for (String key : OF_A_LAUNCH) {
            if (service.has(key)) {
                throw service.failure(key, "beside pid", "none, as the service runs already");
            }
        }
        long pid = service.number("pid", 1, Integer.MAX_VALUE);
        Ready ready = service.has("ready") ? ready(service) : new Ready.Assumed();
        if (ready instanceof Ready.Log) {
            throw service.failure("ready", "log beside pid", "http or tcp, as its console is not the laboratory's");
        }
        return new Origin.Running(pid, ready);
    }

    private static Ready ready(YamlMap service) {
        if (!service.isMap("ready")) {
            String url = service.text("ready");
            return new Ready.Http(service.guarded("ready", () -> Urls.requireHttp(url)));
        }
        YamlMap ready = service.map("ready").requireKeys(Section.READY);
        if (ready.keys().size() != 1) {
            throw service.failure("ready", ready.keys().size() + " keys", "one of http, tcp and log");
        }
        if (ready.has("http")) {
            return new Ready.Http(ready.parsed("http", Urls::requireHttp));
        }
        if (ready.has("tcp")) {
            String address = ready.text("tcp");
            if (!address.matches("\\S+:([0-9]{1,5}|\\{port})")) {
                throw ready.failure("tcp", "'" + address + "'", "HOST:PORT, such as 127.0.0.1:{port}");
            }
            return new Ready.Tcp(address);
        }
        try {
            return new Ready.Log(Pattern.compile(ready.text("log")).pattern());
        } catch (PatternSyntaxException e) {
            throw ready.failure("log", e.getDescription(), "a regular expression");
        }
    }

    /** A placeholder that looks like a known one is a mistake; other braces may be the command's own. */
    static void requirePlaceholders(YamlMap service, Origin.Launch launch, List<String> knobs) {
        List<String> known = new ArrayList<>(knobs);
        known.add(Placeholders.PORT);
        known.add(Placeholders.PROPERTIES);
        launch.command().forEach(word -> require(service, "start", word, known));
        launch.environment().values().forEach(value -> require(service, "environment", value, known));
        if (launch.ready() instanceof Ready.Http http) {
            require(service, "ready", http.url(), List.of(Placeholders.PORT));
        }
    }

    private static void require(YamlMap service, String key, String text, List<String> known) {
        for (String name : Placeholders.namesIn(text)) {
            String nearest = NearestWord.of(name, known);
            if (!known.contains(name) && NearestWord.isNear(name, nearest)) {
                throw service.failure(key, "unknown placeholder {" + name + "}", "{" + nearest + "}?");
            }
        }
    }
}
