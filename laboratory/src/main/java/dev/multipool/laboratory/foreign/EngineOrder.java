package dev.multipool.laboratory.foreign;

import dev.multipool.laboratory.description.LoadCommand;
import dev.multipool.laboratory.description.Placeholders;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * What a program is asked for in one window.
 *
 * @param users callers at once
 * @param rate calls per second of an open loop; 0 for a closed one
 * @param seconds how long it makes load
 * @param port of the service
 * @param grace what it may take beyond its load: a JVM starts, other machines end, and figures are written
 * @param out the file that it may write; beside it lies what it prints
 */
record EngineOrder(int users, long rate, int seconds, int port, Duration grace, Path out) {
    static final Duration GRACE = Duration.ofSeconds(30);

    Map<String, String> values() {
        return Map.of(
                LoadCommand.USERS,
                Integer.toString(users),
                LoadCommand.RATE,
                Long.toString(rate),
                LoadCommand.SECONDS,
                Integer.toString(seconds),
                Placeholders.PORT,
                Integer.toString(port),
                LoadCommand.OUT,
                out.toAbsolutePath().toString());
    }

    Path console() {
        return out.resolveSibling(out.getFileName() + ".log");
    }
}
