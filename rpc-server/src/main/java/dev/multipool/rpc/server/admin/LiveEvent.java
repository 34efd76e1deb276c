package dev.multipool.rpc.server.admin;

import dev.multipool.rpc.server.watch.JsonText;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A server-sent event as the HTML standard writes it: {@code event:} and {@code data:} lines, ended by an empty line. The
 * data is JSON in one line, since a line break would end it.
 */
final class LiveEvent {
    private LiveEvent() {}

    /** The event; with {@code retry}, also how long to wait after a lost connection before the next one. */
    static byte[] of(String name, Object tree, @Nullable Duration retry) {
        String first = retry == null ? "" : "retry: " + retry.toMillis() + "\n";
        return (first + "event: " + name + "\ndata: " + JsonText.inOneLine(tree) + "\n\n")
                .getBytes(StandardCharsets.UTF_8);
    }
}
