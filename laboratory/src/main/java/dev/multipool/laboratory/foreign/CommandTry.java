package dev.multipool.laboratory.foreign;

import dev.multipool.laboratory.description.LoadCommand;
import dev.multipool.laboratory.run.LoadFailedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** Tries a load's command once, for two seconds. */
public final class CommandTry {
    private static final int SECONDS = 2;
    private static final int MOST_USERS = 8;
    private static final int RATE = 20;
    private static final Duration POLL = Duration.ofSeconds(1);

    private CommandTry() {}

    /**
     * Runs it.
     *
     * @param callers at most so many at once
     * @param port of the service
     * @param out the file that it may write; it is deleted, as is what it printed
     * @return its failed calls by the names of their failures; empty when there were none
     * @throws LoadFailedException when it could not make its load
     */
    public static Map<String, Long> failedCalls(LoadCommand command, int callers, int port, Path out)
            throws InterruptedException {
        EngineOrder order = new EngineOrder(Math.min(callers, MOST_USERS), RATE, SECONDS, port, EngineOrder.GRACE, out);
        try (EngineRun run = EngineRun.start(command, order, null)) {
            boolean ended = false;
            while (!ended) {
                ended = run.awaitEnd(POLL);
            }
            return run.figures().errors();
        } finally {
            delete(out);
            delete(order.console());
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " can't be deleted", e);
        }
    }
}
