package dev.multipool.laboratory.service;

import java.time.Duration;
import java.util.List;

/**
 * What came of starting a service.
 *
 * @param <S> the service that runs
 */
public sealed interface StartOutcome<S> {
    /** It is ready. */
    record Started<S>(S service) implements StartOutcome<S> {}

    /** The command can't be run, or what it needs can't be made. */
    record NotStartable<S>(List<String> command, String reason) implements StartOutcome<S> {}

    /** Somebody else listens on its port. */
    record PortTaken<S>(PortHolder holder) implements StartOutcome<S> {}

    /**
     * It ended before it was ready.
     *
     * @param exitCode of the command
     * @param lastLines of its console
     */
    record Exited<S>(int exitCode, List<String> lastLines) implements StartOutcome<S> {
        public Exited {
            lastLines = List.copyOf(lastLines);
        }
    }

    /**
     * It runs, but was not ready in time; it has been ended.
     *
     * @param within that time
     * @param probe what was asked, and what came of it last
     * @param lastLines of its console
     */
    record NeverReady<S>(Duration within, String probe, List<String> lastLines) implements StartOutcome<S> {
        public NeverReady {
            lastLines = List.copyOf(lastLines);
        }
    }
}
