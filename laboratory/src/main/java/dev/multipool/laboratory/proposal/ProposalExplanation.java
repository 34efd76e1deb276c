package dev.multipool.laboratory.proposal;

import dev.multipool.laboratory.description.DescriptionReader;
import dev.multipool.laboratory.description.KnobValues;
import dev.multipool.laboratory.proposal.Proposal.ProposedKnob;
import dev.multipool.laboratory.proposal.ServiceFacts.Listener;
import dev.multipool.laboratory.proposal.ServiceFacts.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Says what was found, what was not, and what is left to do. */
final class ProposalExplanation {
    private static final int MOST_GROUPS = 5;

    private final ServiceFacts facts;
    private final Proposal proposal;
    private final List<String> lines = new ArrayList<>();

    private ProposalExplanation(ServiceFacts facts, Proposal proposal) {
        this.facts = facts;
        this.proposal = proposal;
    }

    static List<String> of(ServiceFacts facts, Proposal proposal) {
        ProposalExplanation explanation = new ProposalExplanation(facts, proposal);
        explanation.write();
        return explanation.lines;
    }

    private void write() {
        facts.listeners().forEach(listener -> lines.add("found: " + describe(listener)));
        proposal.framework().ifPresent(known -> lines.add("found: " + known.shownName()));
        proposal.knobs().stream()
                .filter(each -> each.pool() != null)
                .forEach(each -> lines.add("found: " + describe(each)));
        Sample sample = proposal.main().sample();
        if (sample != null) {
            lines.add("found: GET " + sample.path().path()
                    + (sample.answered()
                            ? ", which answers"
                            : ", which answers " + sample.status() + " to the value 1"));
        }
        if (facts.jvm() == null) {
            lines.add("not found: a JVM that tells of its pools"
                    + facts.silence()
                            .map(failure -> "; " + failure.subject() + ": " + failure.found())
                            .orElse(""));
        } else if (proposal.knobs().stream().allMatch(each -> each.pool() == null)) {
            lines.add("not found: a pool of a known kind; it has the threads "
                    + threads(facts.jvm().threads()));
        }
        if (sample == null) {
            lines.add("not found: " + (proposal.main().http() ? "an API document" : "a port that speaks HTTP/1.1"));
        }
        if (proposal.portPlace() == PortPlaces.Place.NOWHERE) {
            lines.add("not found: where its start says port "
                    + proposal.main().at().port() + "; it has to be free when the laboratory starts it");
        }
        if (!proposal.missing().isEmpty()) {
            lines.add("not taken over: the values of its variables " + String.join(", ", proposal.missing()));
        }
        lines.add(
                proposal.isToEdit()
                        ? "to edit: each " + DescriptionReader.TO_EDIT
                                + ", as the comment above it says; then: check FILE"
                        : "next: check FILE");
    }

    private static String describe(Listener listener) {
        String port = "port " + listener.at().port();
        if (!listener.http()) {
            return port + ", which speaks no HTTP/1.1";
        }
        return port + ", which speaks HTTP"
                + (listener.ready() == null ? "" : " and is ready when " + listener.ready() + " answers 2xx");
    }

    private static String describe(ProposedKnob each) {
        KnobValues.Range range = (KnobValues.Range) each.knob().values();
        return "a pool, " + each.knob().name() + ": " + range.start() + " today"
                + switch (each.source()) {
                    case MBEAN -> ", set while it runs";
                    case READ_ONLY_MBEAN -> ", but its MBean can't set it";
                    case USUAL -> ", if no file says another";
                    case COMMAND, VARIABLE, NONE -> "";
                };
    }

    /** Those that differ in numbers alone are counted as one; the largest groups come first. */
    private static String threads(List<String> names) {
        Map<String, Integer> groups = new TreeMap<>();
        names.forEach(name -> groups.merge(name.replaceAll("[0-9]+", "N"), 1, Integer::sum));
        return groups.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .limit(MOST_GROUPS)
                .map(group -> group.getValue() + " " + group.getKey())
                .collect(Collectors.joining(", "));
    }
}
