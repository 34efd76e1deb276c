package dev.multipool.laboratory.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One thing that an experiment found, as values. Its words are made of them by the {@link FindingCode}.
 *
 * @param code programs decide by it
 * @param subjects the names of what it is about
 * @param figures those that are known
 */
public record Finding(FindingCode code, Map<Subject, String> subjects, Map<FindingFigure, Double> figures) {
    private static final Pattern PLACE = Pattern.compile("\\{([A-Z0-9_]+)}");

    /** What a finding can be about. */
    public enum Subject {
        METHOD,
        STAGE,
        SERVER,
        /** The server that the first one is compared with. */
        OTHER_SERVER,
        /** Sizes of pools. */
        POOLS,
        /** The pool whose tasks wait for those of the inner one. */
        OUTER_POOL,
        INNER_POOL,
        /** A kind of pool. */
        KIND,
        /** One of several published cases. */
        CASE,
        /** The values of a service's knobs. */
        SETTING,
        /** The name of a service's knob. */
        KNOB,
        /** The message of an exception, as it was thrown. */
        ERROR
    }

    public Finding {
        Map<Subject, String> named = new EnumMap<>(Subject.class);
        named.putAll(subjects);
        subjects = Collections.unmodifiableMap(named);
        Map<FindingFigure, Double> known = new EnumMap<>(FindingFigure.class);
        known.putAll(figures);
        figures = Collections.unmodifiableMap(known);
    }

    /** A finding that has neither subjects nor figures yet. */
    public static Finding of(FindingCode code) {
        return new Finding(code, Map.of(), Map.of());
    }

    /** The same about this. */
    public Finding about(Subject subject, String name) {
        Map<Subject, String> more = new EnumMap<>(Subject.class);
        more.putAll(subjects);
        more.put(subject, name);
        return new Finding(code, more, figures);
    }

    /** The same with this figure; one that is not finite is not known. */
    public Finding with(FindingFigure figure, double value) {
        Map<FindingFigure, Double> more = new EnumMap<>(FindingFigure.class);
        more.putAll(figures);
        if (Double.isFinite(value)) {
            more.put(figure, value);
        }
        return new Finding(code, subjects, more);
    }

    /** The same for people. A sentence is left out where one of its values is not known. It is in the JSON, too. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public String text() {
        return code.sentences().stream()
                .flatMap(sentence -> fill(sentence).stream())
                .map(sentence -> sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1))
                .collect(Collectors.joining(" "));
    }

    private Optional<String> fill(String sentence) {
        Map<String, String> shown = Stream.concat(
                        subjects.entrySet().stream()
                                .map(each -> Map.entry(each.getKey().name(), each.getValue())),
                        figures.entrySet().stream()
                                .map(each -> Map.entry(
                                        each.getKey().name(), each.getKey().text(each.getValue()))))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        Matcher places = PLACE.matcher(sentence);
        return places.results().allMatch(place -> shown.containsKey(place.group(1)))
                ? Optional.of(places.reset().replaceAll(place -> Matcher.quoteReplacement(shown.get(place.group(1)))))
                : Optional.empty();
    }
}
