package dev.multipool.perf.calltimes;

import dev.multipool.pools.NanoClock;
import dev.multipool.rpc.protocol.observe.ServerCallObserver.ObservedCall;
import dev.multipool.rpc.protocol.observe.ServerCallObserver.Scope;
import dev.multipool.rpc.server.app.Main;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Our own server, which writes down when each call that has a log id arrived, was begun and was answered. The first argument is the
 * file, the others are those of the server.
 */
public final class TimedServerMain {
    private static final NanoClock CLOCK = NanoClock.system();

    private TimedServerMain() {}

    public static void main(String[] args) throws IOException {
        TimesFile file = new TimesFile(Path.of(args[0]));
        Main.run(
                server -> server.observer(
                        (method, meta, caller) -> meta.getRequest().hasLogId()
                                ? new TimedCall(file, meta.getRequest().getLogId())
                                : null),
                Arrays.copyOfRange(args, 1, args.length));
    }

    private static final class TimedCall implements ObservedCall {
        private final TimesFile file;
        private final long call;
        private final long arrivedNanos = CLOCK.nanoTime();
        /** First by its event loop, last by the thread that works for it. */
        private volatile long enteredNanos = arrivedNanos;

        TimedCall(TimesFile file, long call) {
            this.file = file;
            this.call = call;
        }

        @Override
        public Scope enter() {
            enteredNanos = CLOCK.nanoTime();
            return () -> {};
        }

        @Override
        public void answered(int code, String text) {
            if (code == 0) {
                file.write(call, arrivedNanos, enteredNanos, CLOCK.nanoTime());
            }
        }

        @Override
        public void dropped() {
            // its caller has no answer either
        }
    }
}
