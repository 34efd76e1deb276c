package dev.multipool.laboratory.proposal;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.multipool.laboratory.description.Load;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the paths for a GET in what a service tells of itself: an OpenAPI document, or Spring Boot's mappings. */
final class ApiDocument {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([^{}:]*)(?::[^{}]*)?}");
    private static final Pattern FRAMEWORKS_OWN = Pattern.compile("/(error|actuator|swagger-ui|v3/api-docs)\\b.*");

    private ApiDocument() {}

    /** The paths, those with placeholders first, else in the document's order; empty when it is no such document. */
    static List<ApiPath> paths(String text) {
        try {
            JsonNode document = JSON.readTree(text);
            List<String> paths = new ArrayList<>(ofOpenApi(document));
            document.path("contexts").forEach(context -> paths.addAll(ofMappings(context.path("mappings"))));
            return paths.stream()
                    .filter(path -> !FRAMEWORKS_OWN.matcher(path).matches())
                    .map(ApiDocument::named)
                    .flatMap(Optional::stream)
                    .distinct()
                    .sorted(Comparator.comparing(path -> path.names().isEmpty()))
                    .toList();
        } catch (JacksonException e) {
            return List.of();
        }
    }

    private static List<String> ofOpenApi(JsonNode document) {
        List<String> paths = new ArrayList<>();
        String base = base(document.path("servers").path(0).path("url").asText(""));
        document.path("paths").properties().forEach(entry -> {
            JsonNode get = entry.getValue().path("get");
            if (!get.isMissingNode() && !needsQuery(get)) {
                paths.add(base + entry.getKey());
            }
        });
        return paths;
    }

    /** The path below which a server answers; its host is the one that was asked. */
    private static String base(String url) {
        try {
            String path = Optional.ofNullable(URI.create(url).getPath()).orElse("");
            return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        } catch (IllegalArgumentException e) {
            // with variables, which nobody fills here
            return "";
        }
    }

    private static boolean needsQuery(JsonNode operation) {
        for (JsonNode parameter : operation.path("parameters")) {
            if (parameter.path("required").asBoolean(false)
                    && !parameter.path("in").asText().equals("path")) {
                return true;
            }
        }
        return false;
    }

    private static List<String> ofMappings(JsonNode mappings) {
        List<String> paths = new ArrayList<>();
        for (String kind : List.of("dispatcherServlets", "dispatcherHandlers")) {
            for (JsonNode dispatcher : mappings.path(kind)) {
                for (JsonNode mapping : dispatcher) {
                    JsonNode conditions = mapping.path("details").path("requestMappingConditions");
                    if (contains(conditions.path("methods"), "GET")
                            && conditions.path("params").isEmpty()) {
                        conditions.path("patterns").forEach(pattern -> paths.add(pattern.asText()));
                    }
                }
            }
        }
        return paths;
    }

    private static boolean contains(JsonNode list, String text) {
        for (JsonNode each : list) {
            if (each.asText().equals(text)) {
                return true;
            }
        }
        return false;
    }

    /** With names that a load can have; none when the path is no plain one. */
    private static Optional<ApiPath> named(String path) {
        List<String> names = new ArrayList<>();
        StringBuilder renamed = new StringBuilder();
        Matcher placeholder = PLACEHOLDER.matcher(path);
        while (placeholder.find()) {
            String name = placeholder.group(1);
            if (!Load.canBePlaceholder(name) || names.contains(name)) {
                name = "value" + (names.size() + 1);
            }
            names.add(name);
            placeholder.appendReplacement(renamed, Matcher.quoteReplacement("{" + name + "}"));
        }
        placeholder.appendTail(renamed);
        ApiPath found = new ApiPath(renamed.toString(), names);
        return found.with("1").matches("/[A-Za-z0-9_.~/-]*") ? Optional.of(found) : Optional.empty();
    }
}
