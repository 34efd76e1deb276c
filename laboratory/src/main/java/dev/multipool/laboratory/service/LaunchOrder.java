package dev.multipool.laboratory.service;

import dev.multipool.laboratory.description.Knob;
import dev.multipool.laboratory.description.Origin;
import dev.multipool.laboratory.description.Placeholders;
import dev.multipool.laboratory.description.Setting;
import dev.multipool.laboratory.result.KnobWay;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A start with all values in place.
 *
 * @param command its words
 * @param environment on top of the laboratory's
 * @param files by the path that is written, each with its template
 * @param values by placeholder
 */
record LaunchOrder(
        List<String> command, Map<String, String> environment, Map<Path, Path> files, Map<String, String> values) {
    private static final String TOOL_OPTIONS = "JAVA_TOOL_OPTIONS";
    private static final String PROPERTIES_WORD = "{" + Placeholders.PROPERTIES + "}";

    static LaunchOrder of(
            Origin.Launch launch, List<Knob> knobs, Setting setting, int port, Map<String, String> inherited) {
        Map<String, String> values = new LinkedHashMap<>(setting.values());
        values.put(Placeholders.PORT, Integer.toString(port));
        Map<String, String> environment = new LinkedHashMap<>();
        launch.environment().forEach((name, value) -> environment.put(name, Placeholders.fill(value, values)));
        List<String> properties = new ArrayList<>();
        List<String> flags = new ArrayList<>();
        Map<Path, Path> files = new LinkedHashMap<>();
        for (Knob knob : knobs) {
            String value = setting.values().get(knob.name());
            if (value == null) {
                continue;
            }
            if (knob.way() instanceof KnobWay.Environment way) {
                environment.put(way.variable(), value);
            } else if (knob.way() instanceof KnobWay.Property way) {
                properties.add("-D" + way.name() + "=" + value);
            } else if (knob.way() instanceof KnobWay.Flag way) {
                flags.add(way.flag() + "=" + value);
            } else if (knob.way() instanceof KnobWay.File way) {
                files.put(way.to(), way.template());
            }
        }
        List<String> command = new ArrayList<>();
        for (String word : launch.command()) {
            if (word.equals(PROPERTIES_WORD)) {
                command.addAll(properties);
            } else {
                command.add(Placeholders.fill(word, values));
            }
        }
        command.addAll(flags);
        if (!properties.isEmpty() && !launch.command().contains(PROPERTIES_WORD)) {
            String before = environment.getOrDefault(TOOL_OPTIONS, inherited.getOrDefault(TOOL_OPTIONS, ""));
            environment.put(TOOL_OPTIONS, (before + " " + toolOptions(properties)).strip());
        }
        return new LaunchOrder(command, environment, files, values);
    }

    /** The JVM splits them at white space outside of quotes. */
    private static String toolOptions(List<String> properties) {
        return String.join(
                " ",
                properties.stream()
                        .map(property -> property.matches("\\S*") ? property : "\"" + property + "\"")
                        .toList());
    }

    /**
     * Writes the files.
     *
     * @return those that were written
     * @throws IOException when a template can't be read, or a file exists already, which may be somebody's own
     */
    Set<Path> writeFiles() throws IOException {
        Set<Path> written = new LinkedHashSet<>();
        try {
            for (Map.Entry<Path, Path> file : files.entrySet()) {
                String text = Placeholders.fill(Files.readString(file.getValue(), StandardCharsets.UTF_8), values);
                Files.writeString(file.getKey(), text, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
                written.add(file.getKey());
            }
            return written;
        } catch (IOException e) {
            delete(written);
            if (e instanceof FileAlreadyExistsException) {
                throw new IOException(e.getMessage() + " exists (expected: a path that the laboratory may write)", e);
            }
            throw e;
        }
    }

    static void delete(Set<Path> written) {
        for (Path file : written) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                // the next start says that it is still there
            }
        }
    }
}
