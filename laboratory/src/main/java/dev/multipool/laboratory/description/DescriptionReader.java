package dev.multipool.laboratory.description;

import dev.multipool.capacity.Objective;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads a description from its YAML file. Files that it names lie where it lies, unless their path is absolute. */
public final class DescriptionReader {
    /** Stands in a first description where only its user knows the value. A description that still has it can't be read. */
    public static final String TO_EDIT = "EDIT-ME";

    private DescriptionReader() {}

    /**
     * Reads it.
     *
     * @throws DescriptionException with file, line and key of the first mistake
     */
    public static ServiceDescription read(Path file) {
        try {
            return parse(file, Files.readString(file, StandardCharsets.UTF_8));
        } catch (NoSuchFileException e) {
            throw new DescriptionException(
                    new DescriptionError(file.toString(), 1, "", "does not exist", "a YAML file"));
        } catch (IOException e) {
            throw new DescriptionException(
                    new DescriptionError(file.toString(), 1, "", "can't be read: " + e, "a YAML file in UTF-8"));
        }
    }

    /**
     * Reads a text as if it stood in a file.
     *
     * @throws DescriptionException with file, line and key of the first mistake
     */
    public static ServiceDescription parse(Path file, String yaml) {
        String label = file.toString();
        Path absolute = file.toAbsolutePath();
        Path folder = Optional.ofNullable(absolute.getParent()).orElse(absolute);
        YamlMap root = YamlMap.of(label, "", compose(label, yaml)).requireKeys(Section.ROOT);
        YamlMap service = root.map("service").requireKeys(Section.SERVICE);
        Origin origin = ServiceSection.read(service, folder);
        List<Knob> knobs = KnobSection.readAll(root, origin, folder);
        if (origin instanceof Origin.Launch launch) {
            ServiceSection.requirePlaceholders(
                    service, launch, knobs.stream().map(Knob::name).toList());
        }
        Load load = LoadSection.read(root.map("load"), folder, origin.ready());
        if (origin instanceof Origin.Running
                && !Placeholders.namesIn(load.target().port()).isEmpty()) {
            throw root.failure("load", "{port} of a service that runs by its pid", "the port's number");
        }
        return new ServiceDescription(
                root.textOr("name", nameOf(file)),
                origin,
                knobs,
                constraints(root, knobs),
                load,
                root.has("objective") ? root.parsed("objective", Objective::parseTp99) : null);
    }

    private static Node compose(String label, String yaml) {
        try {
            LoadSettings settings = LoadSettings.builder().setLabel(label).build();
            return new Compose(settings)
                    .composeString(yaml)
                    .orElseThrow(() -> failure(label, 1, "is empty", "the keys service, knobs and load"));
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
            throw failure(label, line, String.valueOf(e.getProblem()), "YAML");
        } catch (YamlEngineException e) {
            throw failure(
                    label, 1, String.valueOf(e.getMessage()).lines().findFirst().orElse("no YAML"), "YAML");
        } catch (StackOverflowError e) {
            throw failure(label, 1, "levels without end", "a few levels of keys");
        }
    }

    private static DescriptionException failure(String label, int line, String found, String expected) {
        return new DescriptionException(new DescriptionError(label, line, "", found, expected));
    }

    private static List<Constraint> constraints(YamlMap root, List<Knob> knobs) {
        List<Constraint> constraints = new ArrayList<>();
        if (!root.has("constraints")) {
            return constraints;
        }
        List<String> names = knobs.stream().map(Knob::name).toList();
        for (String text : root.texts("constraints")) {
            Constraint constraint = root.guarded("constraints", () -> Constraint.parse(text));
            for (String name : constraint.knobs()) {
                if (!names.contains(name)) {
                    throw root.failure("constraints", "unknown knob " + name, NearestWord.of(name, names) + "?");
                }
                if (knobs.get(names.indexOf(name)).values() instanceof KnobValues.Choices choices
                        && !choices.choices().stream().allMatch(choice -> choice.matches("-?[0-9]{1,18}"))) {
                    throw root.failure("constraints", name + ", whose choices are no numbers", "knobs with numbers");
                }
            }
            constraints.add(constraint);
        }
        return constraints;
    }

    /** The file's name without what follows the last dot. */
    private static String nameOf(Path file) {
        String name = String.valueOf(file.getFileName());
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }
}
