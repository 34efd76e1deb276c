package dev.multipool.laboratory.description;

import dev.multipool.bench.plan.Calls;
import dev.multipool.bench.plan.JsonCheck;
import dev.multipool.bench.plan.TemplateValues;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The requests of a load, by one protocol. */
abstract class RequestsSection {
    private static final int MAX_WEIGHT = 1_000_000;
    private static final int CONNECTIONS = 4;
    private static final int MAX_CONNECTIONS = 100_000;
    private static final String EACH = "each";

    final YamlMap load;
    final List<YamlMap> maps;
    final Path folder;

    /** @param maps those of the requests; the load itself where it is one */
    RequestsSection(YamlMap load, List<YamlMap> maps, Path folder) {
        this.load = load;
        this.maps = maps;
        this.folder = folder;
    }

    abstract Load.Target target();

    /** The names of all placeholders. */
    abstract Set<String> placeholders();

    abstract Calls calls(Map<String, TemplateValues> values);

    /** That all callers share; null when each has its own. */
    abstract @Nullable Integer connections();

    /** Throws when the load has one of these keys, which its protocol does not know. */
    final void refuse(String protocol, String expected, String... keys) {
        for (String key : keys) {
            if (load.has(key)) {
                throw load.failure(key, "beside " + protocol, expected);
            }
        }
    }

    final int weight(YamlMap request) {
        return request == load || !request.has("weight") ? 1 : (int) request.number("weight", 1, MAX_WEIGHT);
    }

    /** The text itself, or that of a file. */
    final @Nullable String body(YamlMap request) {
        String body = request.textOrNull("body");
        if (body == null || !body.startsWith("@")) {
            return body;
        }
        Path file = folder.resolve(body.substring(1));
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw request.failure("body", file + " can't be read: " + e, "a text file in UTF-8");
        }
    }

    /** The connections that all callers share; null when each has its own. */
    final @Nullable Integer sharedConnections() {
        if (!load.has("connections")) {
            return CONNECTIONS;
        }
        return load.text("connections").equals(EACH) ? null : (int) load.number("connections", 1, MAX_CONNECTIONS);
    }

    static @Nullable JsonCheck jsonCheck(YamlMap expect) {
        if (expect.isMap("json")) {
            YamlMap check = expect.map("json").requireKeys(Section.JSON);
            return check.guarded("at", () -> new JsonCheck(check.text("at"), check.textOrNull("is")));
        }
        return expect.has("json") ? expect.parsed("json", pointer -> new JsonCheck(pointer, null)) : null;
    }
}
