package dev.multipool.laboratory.description;

import dev.multipool.pools.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** One map of a YAML file. Whatever is wrong in it is told with its line and its key. */
final class YamlMap {
    private static final Duration LONGEST = Duration.ofHours(1);

    private final String file;
    private final String path;
    private final Node start;
    private final Map<String, Node> values = new LinkedHashMap<>();
    private final Map<String, Node> names = new LinkedHashMap<>();

    private YamlMap(String file, String path, Node start) {
        this.file = file;
        this.path = path;
        this.start = start;
    }

    /** A node as a map; the keys are not looked at. */
    static YamlMap of(String file, String path, Node node) {
        YamlMap map = new YamlMap(file, path, node);
        if (!(node instanceof MappingNode mapping)) {
            throw map.failure(node, path, describe(node), "keys with values");
        }
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                throw map.failure(tuple.getKeyNode(), path, "a key that is no word", "KEY: VALUE");
            }
            if (map.values.putIfAbsent(key.getValue(), tuple.getValueNode()) != null) {
                throw map.failure(key, map.below(key.getValue()), "given twice", "once");
            }
            map.names.put(key.getValue(), key);
        }
        return map;
    }

    /**
     * This map, whose keys are all known.
     *
     * @throws DescriptionException with the nearest key when one is not
     */
    YamlMap requireKeys(List<String> known, Set<String> further) {
        names.forEach((key, node) -> {
            if (!known.contains(key) && !further.contains(key)) {
                List<String> all = new ArrayList<>(known);
                all.addAll(further);
                throw failure(node, below(key), "unknown key", NearestWord.of(key, all) + "?");
            }
        });
        return this;
    }

    YamlMap requireKeys(Section section) {
        return requireKeys(section.keys(), Set.of());
    }

    Set<String> keys() {
        return values.keySet();
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    boolean isMap(String key) {
        return values.get(key) instanceof MappingNode;
    }

    boolean isList(String key) {
        return values.get(key) instanceof SequenceNode;
    }

    String text(String key) {
        return scalar(node(key), below(key));
    }

    @Nullable
    String textOrNull(String key) {
        return has(key) ? text(key) : null;
    }

    String textOr(String key, String otherwise) {
        return has(key) ? text(key) : otherwise;
    }

    /** A value that some parser makes of the text. */
    <T> T parsed(String key, Function<String, T> parser) {
        String text = text(key);
        return guarded(key, () -> parser.apply(text));
    }

    /** Says where it was when what it builds of the value fails. */
    <T> T guarded(String key, Supplier<T> builder) {
        try {
            return builder.get();
        } catch (DescriptionException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            // what builds the value says what it expected
            throw failure(key, String.valueOf(e.getMessage()), "");
        }
    }

    long number(String key, long min, long max) {
        String text = text(key);
        try {
            long number = Long.parseLong(text.strip());
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // told below, as what is out of bounds
        }
        throw failure(key, "'" + text + "'", "a whole number from " + min + " to " + max);
    }

    Duration duration(String key, Duration otherwise) {
        if (!has(key)) {
            return otherwise;
        }
        Duration duration = parsed(key, text -> DurationText.parse(key, text));
        if (duration.isNegative() || duration.isZero() || duration.compareTo(LONGEST) > 0) {
            throw failure(key, "'" + text(key) + "'", "above 0 and at most 1 hour, such as 60s");
        }
        return duration;
    }

    boolean flag(String key, boolean otherwise) {
        String text = textOr(key, Boolean.toString(otherwise));
        if (!text.equals("true") && !text.equals("false")) {
            throw failure(key, "'" + text + "'", "true or false");
        }
        return text.equals("true");
    }

    YamlMap map(String key) {
        return of(file, below(key), node(key));
    }

    /** The maps of a list. */
    List<YamlMap> maps(String key) {
        List<YamlMap> maps = new ArrayList<>();
        int index = 0;
        for (Node node : list(key)) {
            maps.add(of(file, below(key) + "[" + index + "]", node));
            index++;
        }
        return maps;
    }

    /** The texts of a list; a single text is a list of one. */
    List<String> texts(String key) {
        if (!isList(key)) {
            return List.of(text(key));
        }
        return list(key).stream().map(node -> scalar(node, below(key))).toList();
    }

    /** Texts by key. */
    Map<String, String> textsByKey(String key) {
        if (!has(key)) {
            return Map.of();
        }
        YamlMap map = map(key);
        Map<String, String> texts = new LinkedHashMap<>();
        map.keys().forEach(name -> texts.put(name, map.text(name)));
        return texts;
    }

    private List<Node> list(String key) {
        Node node = node(key);
        if (!(node instanceof SequenceNode sequence)) {
            throw failure(key, describe(node), "a list");
        }
        return sequence.getValue();
    }

    private Node node(String key) {
        Node node = values.get(key);
        if (node == null) {
            throw failure(start, path, "no " + key, "the key " + key);
        }
        return node;
    }

    private String scalar(Node node, String where) {
        if (node instanceof ScalarNode scalar && !scalar.getValue().isEmpty()) {
            if (scalar.getValue().contains(DescriptionReader.TO_EDIT)) {
                throw failure(
                        node,
                        where,
                        describe(node) + " is left to edit",
                        "a value of the service, see the comment above");
            }
            return scalar.getValue();
        }
        throw failure(node, where, describe(node), "a single value");
    }

    private String below(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    private static String describe(Node node) {
        if (node instanceof ScalarNode scalar) {
            return scalar.getValue().isEmpty() ? "no value" : "'" + scalar.getValue() + "'";
        }
        return node instanceof MappingNode ? "a map" : "a list";
    }

    DescriptionException failure(String key, String found, String expected) {
        Node name = names.get(key);
        return name == null ? failure(start, path, found, expected) : failure(name, below(key), found, expected);
    }

    /** Of this map as a whole. */
    DescriptionException failure(String found, String expected) {
        return failure(start, path, found, expected);
    }

    private DescriptionException failure(Node at, String key, String found, String expected) {
        int line = at.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
        return new DescriptionException(new DescriptionError(file, line, key, found, expected));
    }
}
