package dev.multipool.rpc.server.app;

import dev.multipool.rpc.protocol.proxy.AnswerRule;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Makes the rules by which a proxy does what a bad network does, as Toxiproxy's toxics do. */
final class Toxics {
    private static final byte[] NONSENSE = "@what?\u0000\r\n!9\r\n".getBytes(StandardCharsets.ISO_8859_1);

    private Toxics() {}

    /** Delays each piece of an answer by this time and an evenly spread jitter of up to {@code jitter}. */
    static AnswerRule latency(Duration latency, Duration jitter) {
        return (bytes, caller) -> {
            pause(latency.toNanos() + ThreadLocalRandom.current().nextLong(jitter.toNanos() + 1));
            caller.write(bytes);
        };
    }

    /** Lets so many bytes of answers through, on each connection. */
    static AnswerRule bandwidth(int bytesPerSecond) {
        return new Bandwidth(bytesPerSecond);
    }

    /** Resets each connection that has had more than so many bytes of answers. */
    static AnswerRule cutAfter(long bytes) {
        return (piece, caller) -> {
            if (caller.answeredBytes() > bytes) {
                caller.reset();
            } else {
                caller.write(piece);
            }
        };
    }

    /** Keeps the end of one side from the other side for so long. */
    static AnswerRule slowClose(Duration delay) {
        return new SlowClose(delay);
    }

    /** Replaces each piece of an answer by bytes that are none. */
    static AnswerRule nonsense() {
        return (bytes, caller) -> caller.write(NONSENSE);
    }

    private record Bandwidth(int bytesPerSecond) implements AnswerRule {
        private static final int SLICES_PER_SECOND = 50;

        @Override
        public void pass(byte[] bytes, Caller caller) throws IOException {
            int slice = Math.max(1, bytesPerSecond / SLICES_PER_SECOND);
            int from = 0;
            while (from < bytes.length && caller.isUnder(this)) {
                int to = Math.min(from + slice, bytes.length);
                caller.write(Arrays.copyOfRange(bytes, from, to));
                pause(TimeUnit.SECONDS.toNanos(to - from) / bytesPerSecond);
                from = to;
            }
            caller.write(Arrays.copyOfRange(bytes, from, bytes.length));
        }
    }

    private record SlowClose(Duration delay) implements AnswerRule {
        @Override
        public void pass(byte[] bytes, Caller caller) throws IOException {
            caller.write(bytes);
        }

        @Override
        public void beforeClose() {
            pause(delay.toNanos());
        }
    }

    private static void pause(long nanos) {
        long until = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
