package dev.multipool.perf.limiter;

import dev.multipool.rpc.server.app.Main;
import java.util.Arrays;

/**
 * Our own server with a limiter of the library concurrency-limits in the place of adaptive admission. The first argument
 * is the {@link PublishedLimit}, the others are those of the server.
 */
public final class LimitedServerMain {
    private LimitedServerMain() {}

    public static void main(String[] args) {
        // made late: the library logs, and the application sets up its logging first
        Main.run(server -> server.door(LimiterDoor.of(args[0])), Arrays.copyOfRange(args, 1, args.length));
    }
}
