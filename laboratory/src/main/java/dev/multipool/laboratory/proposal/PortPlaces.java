package dev.multipool.laboratory.proposal;

import dev.multipool.laboratory.description.Placeholders;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Where a service's start says on which port it listens, with {@code {port}} in that place.
 *
 * @param place where it is
 * @param command its words
 * @param environment variables that the start needs for it
 */
record PortPlaces(Place place, List<String> command, Map<String, String> environment) {
    /** Where the port is said. */
    enum Place {
        /** The command had the placeholder before. */
        GIVEN,
        /** In the command. */
        COMMAND,
        /** In a variable that the service has. */
        VARIABLE,
        /** In a variable that its framework takes, over whatever its files say. */
        FRAMEWORK,
        /** Nowhere that could be seen. */
        NOWHERE
    }

    private static final String PLACEHOLDER = "{" + Placeholders.PORT + "}";

    PortPlaces {
        command = List.copyOf(command);
    }

    static PortPlaces of(ServiceFacts facts, int port, Optional<Framework> framework) {
        List<String> command = facts.launch().command();
        Map<String, String> given = facts.launch().environment();
        if (command.stream().anyMatch(word -> word.contains(PLACEHOLDER)) || given.containsValue(PLACEHOLDER)) {
            return new PortPlaces(facts.chosenPort() == port ? Place.GIVEN : Place.NOWHERE, command, given);
        }
        for (UnaryOperator<String> form : forms(Integer.toString(port))) {
            List<String> replaced = new ArrayList<>(command);
            // the first word is the program
            replaced.subList(1, replaced.size()).replaceAll(form);
            if (!replaced.equals(command)) {
                return new PortPlaces(Place.COMMAND, replaced, given);
            }
        }
        Map<String, String> environment = new LinkedHashMap<>(given);
        facts.environment().forEach((name, value) -> {
            if (name.toUpperCase(Locale.ROOT).contains("PORT") && value.equals(Integer.toString(port))) {
                environment.put(name, PLACEHOLDER);
            }
        });
        if (!environment.equals(given)) {
            return new PortPlaces(Place.VARIABLE, command, environment);
        }
        if (framework.isPresent()) {
            environment.put(framework.get().portVariable(), PLACEHOLDER);
            return new PortPlaces(Place.FRAMEWORK, command, environment);
        }
        return new PortPlaces(Place.NOWHERE, command, given);
    }

    /** The surest form first: a key that speaks of a port, then a word alone, then the end of a word. */
    private static List<UnaryOperator<String>> forms(String port) {
        Pattern key = Pattern.compile("((?i:.*port)[A-Za-z]*[=:])" + port);
        Pattern end = Pattern.compile("(.*[=:])" + port);
        return List.of(
                word -> key.matcher(word).replaceFirst("$1{port}"),
                word -> word.equals(port) ? PLACEHOLDER : word,
                word -> end.matcher(word).matches() ? end.matcher(word).replaceFirst("$1{port}") : word);
    }
}
