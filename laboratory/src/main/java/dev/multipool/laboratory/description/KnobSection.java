package dev.multipool.laboratory.description;

import dev.multipool.laboratory.description.KnobValues.Scale;
import dev.multipool.laboratory.result.KnobWay;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/** Reads the knobs. */
final class KnobSection {
    private static final List<String> WAYS = List.of("env", "property", "flag", "file", "jmx", "http");
    private static final Pattern RANGE = Pattern.compile("(-?[0-9]{1,18})\\s*\\.\\.\\s*(-?[0-9]{1,18})");

    private final YamlMap knob;
    private final String name;
    private final Path folder;

    private KnobSection(YamlMap knob, String name, Path folder) {
        this.knob = knob;
        this.name = name;
        this.folder = folder;
    }

    static List<Knob> readAll(YamlMap root, Origin origin, Path folder) {
        YamlMap all = root.map("knobs");
        if (all.keys().isEmpty() || all.keys().size() > ServiceDescription.MOST_KNOBS) {
            throw root.failure(
                    "knobs", all.keys().size() + " knobs", "1 to " + ServiceDescription.MOST_KNOBS + " knobs");
        }
        List<Knob> knobs = new ArrayList<>();
        for (String name : all.keys()) {
            if (!Knob.canBeName(name)) {
                throw all.failure(
                        name,
                        "'" + name + "' as a knob's name",
                        "a letter, then letters, digits, - or _; not port, properties or value");
            }
            YamlMap map = all.map(name).requireKeys(Section.KNOB);
            Knob knob = new KnobSection(map, name, folder).read(origin);
            if (origin instanceof Origin.Running && !knob.isLive()) {
                throw all.failure(name, "needs a restart, but the service runs by its pid", "jmx or http");
            }
            knobs.add(knob);
        }
        return List.copyOf(knobs);
    }

    private Knob read(Origin origin) {
        KnobValues values = values();
        KnobWay way = way(origin);
        ReadBack read = knob.has("read") ? readBack(knob.map("read").requireKeys(Section.READ)) : null;
        if (read == null && way instanceof KnobWay.JmxAttribute jmx) {
            read = new ReadBack.Jmx(jmx.bean(), jmx.attribute());
        }
        return new Knob(name, values, way, read);
    }

    private KnobValues values() {
        if (knob.has("range") == knob.has("choices")) {
            throw knob.failure(knob.has("range") ? "range and choices" : "neither range nor choices", "one of them");
        }
        if (knob.has("choices")) {
            if (knob.has("scale")) {
                throw knob.failure("scale", "beside choices", "none, as only numbers have a scale");
            }
            return knob.guarded(
                    "choices", () -> new KnobValues.Choices(knob.texts("choices"), knob.textOrNull("start")));
        }
        Matcher range = RANGE.matcher(knob.text("range").strip());
        if (!range.matches()) {
            throw knob.failure("range", "'" + knob.text("range") + "'", "MIN..MAX, such as 4..200");
        }
        long min = Long.parseLong(range.group(1));
        long max = Long.parseLong(range.group(2));
        Scale scale = scale(min);
        Long start = knob.has("start") ? knob.number("start", min, Math.max(min, max)) : null;
        return knob.guarded("range", () -> new KnobValues.Range(min, max, scale, start));
    }

    private Scale scale(long min) {
        String text = knob.textOr("scale", min < 1 ? "linear" : "log");
        return switch (text) {
            case "linear" -> Scale.LINEAR;
            case "log" -> Scale.LOG;
            default ->
                throw knob.failure("scale", "'" + text + "'", NearestWord.of(text, List.of("linear", "log")) + "?");
        };
    }

    private KnobWay way(Origin origin) {
        List<String> given = WAYS.stream().filter(knob::has).toList();
        if (given.size() > 1) {
            throw knob.failure(given.get(1), "beside " + given.get(0), "one way to set the knob");
        }
        if (!given.contains("jmx")) {
            for (String key : List.of("attribute", "operation")) {
                if (knob.has(key)) {
                    throw knob.failure(key, "without jmx", "jmx: OBJECT NAME beside it");
                }
            }
        }
        if (given.isEmpty()) {
            if (origin instanceof Origin.Launch launch && isPlaceholderOf(launch)) {
                return new KnobWay.Placeholder();
            }
            throw knob.failure(
                    "no way to set it",
                    "one of " + String.join(", ", WAYS) + ", or {" + name + "} in the start command");
        }
        return switch (given.get(0)) {
            case "env" -> new KnobWay.Environment(knob.text("env"));
            case "property" -> new KnobWay.Property(knob.text("property"));
            case "flag" -> new KnobWay.Flag(knob.text("flag"));
            case "file" -> file();
            case "jmx" -> jmx();
            default -> http();
        };
    }

    private boolean isPlaceholderOf(Origin.Launch launch) {
        return launch.command().stream()
                        .anyMatch(word -> Placeholders.namesIn(word).contains(name))
                || launch.environment().values().stream()
                        .anyMatch(value -> Placeholders.namesIn(value).contains(name));
    }

    private KnobWay file() {
        YamlMap file = knob.map("file").requireKeys(Section.FILE);
        Path template = folder.resolve(file.text("template")).normalize();
        Path to = folder.resolve(file.text("to")).normalize();
        return file.guarded("to", () -> new KnobWay.File(template, to));
    }

    private KnobWay jmx() {
        String bean = objectName(knob);
        if (knob.has("attribute") == knob.has("operation")) {
            throw knob.failure(
                    "jmx",
                    knob.has("attribute") ? "attribute and operation" : "neither attribute nor operation",
                    "one of them");
        }
        return knob.has("attribute")
                ? new KnobWay.JmxAttribute(bean, knob.text("attribute"))
                : new KnobWay.JmxOperation(bean, knob.text("operation"));
    }

    private KnobWay http() {
        YamlMap http = knob.map("http").requireKeys(Section.HTTP_SET);
        Urls.Request request = http.parsed("set", Urls::request);
        String body = http.textOrNull("body");
        if (!(request.path() + (body == null ? "" : body)).contains("{" + Placeholders.VALUE + "}")) {
            throw knob.failure("http", "no {value}", "{value} in the body, or in the path of set");
        }
        String type = http.textOr(
                "content-type", body != null && body.strip().startsWith("{") ? "application/json" : "text/plain");
        return new KnobWay.Http(request.method(), request.url(), body, type);
    }

    private static ReadBack readBack(YamlMap read) {
        if (read.has("jmx") == read.has("http")) {
            throw read.failure(read.has("jmx") ? "jmx and http" : "neither jmx nor http", "one of them");
        }
        if (read.has("jmx")) {
            return new ReadBack.Jmx(objectName(read), read.text("attribute"));
        }
        String pointer = read.textOrNull("json");
        if (pointer != null && !pointer.startsWith("/")) {
            throw read.failure("json", "'" + pointer + "'", "a JSON pointer, such as /pool/size");
        }
        return new ReadBack.Http(read.parsed("http", Urls::requireHttp), pointer);
    }

    private static String objectName(YamlMap map) {
        String bean = map.text("jmx");
        try {
            return new ObjectName(bean).toString();
        } catch (MalformedObjectNameException e) {
            throw map.failure(
                    "jmx", "'" + bean + "': " + e.getMessage(), "an object name, such as app:type=Pool,name=*");
        }
    }
}
