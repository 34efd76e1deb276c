package dev.multipool.laboratory.proposal;

import dev.multipool.laboratory.description.Constraint;
import dev.multipool.laboratory.description.Knob;
import dev.multipool.laboratory.description.KnobValues;
import dev.multipool.laboratory.description.Origin;
import dev.multipool.laboratory.description.Placeholders;
import dev.multipool.laboratory.description.Ready;
import dev.multipool.laboratory.description.ServiceDescription;
import dev.multipool.laboratory.proposal.PortPlaces.Place;
import dev.multipool.laboratory.proposal.Proposal.ProposedKnob;
import dev.multipool.laboratory.proposal.ServiceFacts.Listener;
import dev.multipool.laboratory.result.KnobWay;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Makes a first description of what was seen. */
final class Proposer {
    private final ServiceFacts facts;
    private final Optional<Framework> framework;
    private final Listener main;

    private Proposer(ServiceFacts facts) {
        this.facts = facts;
        this.framework = Framework.of(facts.program());
        this.main = main(facts);
    }

    static Proposal propose(ServiceFacts facts) {
        return new Proposer(facts).propose();
    }

    private Proposal propose() {
        PortPlaces port = PortPlaces.of(facts, main.at().port(), framework);
        KnobProposer knobs = KnobProposer.of(facts, framework, port.command());
        Map<String, String> environment = new LinkedHashMap<>(port.environment());
        framework.ifPresent(known -> environment.putAll(known.showing()));
        Origin.Launch launch = facts.launch();
        int most = Math.min(ServiceDescription.MOST_KNOBS, knobs.knobs().size());
        List<ProposedKnob> kept = knobs.knobs().subList(0, most);
        Set<String> missing = new TreeSet<>(facts.ownVariables());
        missing.removeAll(environment.keySet());
        kept.forEach(each -> {
            if (each.knob().way() instanceof KnobWay.Environment way) {
                missing.remove(way.variable());
            }
        });
        return new Proposal(
                new Origin.Launch(
                        knobs.command(),
                        launch.directory(),
                        environment,
                        ready(port.place()),
                        launch.readyWithin(),
                        launch.stopWithin()),
                main,
                port.place(),
                framework,
                kept,
                knobs.knobs().subList(most, knobs.knobs().size()),
                constraints(kept),
                missing);
    }

    /** The port that is called: where a path was found, else the chosen one, else one that speaks HTTP. */
    private static Listener main(ServiceFacts facts) {
        return facts.listeners().stream()
                .max(Comparator.comparing((Listener listener) -> listener.sample() != null
                                && Objects.requireNonNull(listener.sample()).answered())
                        .thenComparing(listener -> listener.at().port() == facts.chosenPort())
                        .thenComparing(listener -> listener.sample() != null)
                        .thenComparing(Listener::http)
                        .thenComparing(listener -> listener.ready() != null)
                        .thenComparing(listener -> -listener.at().port()))
                .orElseThrow(() -> new IllegalArgumentException("listeners: none (expected: at least one)"));
    }

    private Ready ready(Place place) {
        return facts.listeners().stream()
                .filter(listener -> listener.ready() != null)
                .min(Comparator.comparing((Listener listener) -> HttpLook.READY_PATHS.indexOf(listener.ready()))
                        .thenComparing(listener -> !listener.equals(main)))
                .<Ready>map(listener -> new Ready.Http("http://" + address(listener, place) + listener.ready()))
                .orElseGet(() -> new Ready.Tcp(address(main, place)));
    }

    private String address(Listener listener, Place place) {
        return listener.at().host() + ":" + port(listener, place);
    }

    private String port(Listener listener, Place place) {
        return listener.equals(main) && place != Place.NOWHERE
                ? "{" + Placeholders.PORT + "}"
                : Integer.toString(listener.at().port());
    }

    /** A call has a thread of its own, so more connections than those threads are never held. */
    private static List<Constraint> constraints(List<ProposedKnob> knobs) {
        List<Constraint> constraints = new ArrayList<>();
        List<Knob> callThreads = ofRole(knobs, KnownPool.Role.CALL_THREADS);
        if (callThreads.size() != 1) {
            return constraints;
        }
        Knob threads = callThreads.get(0);
        for (Knob connections : ofRole(knobs, KnownPool.Role.CONNECTIONS)) {
            if (start(connections) <= start(threads)) {
                constraints.add(new Constraint(connections.name(), Constraint.Relation.AT_MOST, threads.name()));
            }
        }
        return constraints;
    }

    private static List<Knob> ofRole(List<ProposedKnob> knobs, KnownPool.Role role) {
        return knobs.stream()
                .filter(each -> each.pool() != null && each.pool().role() == role)
                .map(ProposedKnob::knob)
                .toList();
    }

    private static long start(Knob knob) {
        return knob.values() instanceof KnobValues.Range range && range.start() != null ? range.start() : 0;
    }
}
