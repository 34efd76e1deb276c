package dev.multipool.laboratory.service;

import java.time.Duration;
import java.util.List;

/** What came of starting a service. */
public sealed interface StartOutcome {
    /** It is ready. */
    record Started(DescribedService service) implements StartOutcome {}

    /** The command can't be run, or what it needs can't be made. */
    record NotStartable(List<String> command, String reason) implements StartOutcome {}

    /** Somebody else listens on its port. */
    record PortTaken(PortHolder holder) implements StartOutcome {}

    /**
     * It ended before it was ready.
     *
     * @param exitCode of the command
     * @param lastLines of its console
     */
    record Exited(int exitCode, List<String> lastLines) implements StartOutcome {
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
    record NeverReady(Duration within, String probe, List<String> lastLines) implements StartOutcome {
        public NeverReady {
            lastLines = List.copyOf(lastLines);
        }
    }
}
