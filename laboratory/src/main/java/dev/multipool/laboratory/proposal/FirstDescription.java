package dev.multipool.laboratory.proposal;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A first description of a service, and how it came about.
 *
 * @param yaml the description, which {@link dev.multipool.laboratory.description.DescriptionReader} reads once all that is
 *     marked in it has been edited
 * @param explanation lines for people: what was found, what was not, and what to edit
 * @param isToEdit whether a value is marked
 */
public record FirstDescription(String yaml, List<String> explanation, boolean isToEdit) {
    public FirstDescription {
        explanation = List.copyOf(explanation);
    }

    /**
     * Describes a process of this user, and leaves it alone.
     *
     * @param pid of a JVM, or of a process above one
     * @param within how long it may take until the process listens
     * @throws LookException when there is nothing to describe
     */
    public static FirstDescription ofProcess(long pid, Duration within) throws LookException, InterruptedException {
        return of(ServiceLook.running(pid, within));
    }

    /**
     * Starts a command, describes it and ends it. A service whose framework hides its pools is started once more, so that
     * it shows them.
     *
     * @param command its words; {@code {port}} stands for a free port
     * @param within how long it may take until the service listens
     * @param console the file that what it prints goes into
     * @throws LookException when there is nothing to describe
     */
    public static FirstDescription ofCommand(List<String> command, Path directory, Duration within, Path console)
            throws LookException, InterruptedException {
        ServiceFacts facts = ServiceLook.started(command, directory, Map.of(), within, console);
        Proposal first = Proposer.propose(facts);
        boolean guessed = first.knobs().stream().anyMatch(knob -> knob.source().isGuess());
        if (!guessed) {
            return of(facts);
        }
        try {
            return of(ServiceLook.started(
                    first.launch().command(), directory, first.launch().environment(), within, console));
        } catch (LookException e) {
            // it does not start as proposed; check says so, and the first look is all there is
            return of(facts);
        }
    }

    private static FirstDescription of(ServiceFacts facts) {
        Proposal proposal = Proposer.propose(facts);
        return new FirstDescription(
                ProposalYaml.of(proposal), ProposalExplanation.of(facts, proposal), proposal.isToEdit());
    }
}
