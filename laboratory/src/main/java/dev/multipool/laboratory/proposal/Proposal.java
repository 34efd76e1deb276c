package dev.multipool.laboratory.proposal;

import dev.multipool.laboratory.description.Constraint;
import dev.multipool.laboratory.description.Knob;
import dev.multipool.laboratory.description.Origin;
import dev.multipool.laboratory.proposal.ServiceFacts.Listener;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A first description.
 *
 * @param launch how the service is started
 * @param main the port that is called
 * @param portPlace where the start says that port
 * @param framework that was recognized
 * @param knobs at least one; one that only its user can set holds the mark to edit
 * @param leftOut what was found beyond what a description can have
 * @param constraints between the knobs
 * @param missing variables that the service has and the laboratory has not
 */
record Proposal(
        Origin.Launch launch,
        Listener main,
        PortPlaces.Place portPlace,
        Optional<Framework> framework,
        List<ProposedKnob> knobs,
        List<ProposedKnob> leftOut,
        List<Constraint> constraints,
        Set<String> missing) {
    Proposal {
        knobs = List.copyOf(knobs);
        leftOut = List.copyOf(leftOut);
        constraints = List.copyOf(constraints);
    }

    /** Whether something in it is left to its user. */
    boolean isToEdit() {
        return main.sample() == null || knobs.stream().anyMatch(ProposedKnob::isToEdit);
    }

    /** Where a knob's present value, or the knob itself, comes from. */
    enum Source {
        /** Its MBean told, and takes others. */
        MBEAN,
        /** Its MBean told, but takes none. */
        READ_ONLY_MBEAN,
        /** The command says it. */
        COMMAND,
        /** A variable says it. */
        VARIABLE,
        /** It is what the framework takes where nobody says another. */
        USUAL,
        /** Nothing was found; it is there to be edited. */
        NONE;

        /** Whether no MBean has told what is. */
        boolean isGuess() {
            return this == COMMAND || this == VARIABLE || this == USUAL;
        }
    }

    /**
     * A knob and where it comes from.
     *
     * @param pool that it sets; null when that is not known
     */
    record ProposedKnob(@Nullable KnownPool pool, Knob knob, Source source) {
        /** Whether only the user knows how it is set. */
        boolean isToEdit() {
            return source == Source.READ_ONLY_MBEAN || source == Source.NONE;
        }
    }
}
