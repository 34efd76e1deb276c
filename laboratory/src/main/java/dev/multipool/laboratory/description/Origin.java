package dev.multipool.laboratory.description;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Where the processes of a service come from. */
public sealed interface Origin {
    /** How the service is known to be ready; how long that may take stands beside it. */
    Ready ready();

    /**
     * The laboratory starts it. Placeholders may stand in the command, the environment's values and what tells that it is
     * ready.
     *
     * @param command its words, at least one
     * @param directory in which it starts
     * @param environment on top of the laboratory's own
     * @param ready how it is known to be ready
     * @param readyWithin how long that may take
     * @param stopWithin how long it may take to end when it is asked to
     */
    record Launch(
            List<String> command,
            Path directory,
            Map<String, String> environment,
            Ready ready,
            Duration readyWithin,
            Duration stopWithin)
            implements Origin {
        public Launch {
            command = List.copyOf(command);
            environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
            if (command.isEmpty()) {
                throw new IllegalArgumentException("start: no words (expected: a command)");
            }
        }
    }

    /**
     * It runs already, and is neither started nor ended.
     *
     * @param pid of its JVM, or of a process above that
     * @param ready how it is known to be ready
     */
    record Running(long pid, Ready ready) implements Origin {
        public Running {
            if (pid < 1) {
                throw new IllegalArgumentException("pid: " + pid + " (expected: >= 1)");
            }
        }
    }
}
