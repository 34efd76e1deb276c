package dev.multipool.redis;

import dev.multipool.pools.NanoClock;
import dev.multipool.pools.WaitCause;
import dev.multipool.pools.WaitScope;
import dev.multipool.redis.GatheredReads.Batch;
import dev.multipool.redis.GatheredReads.Read;
import dev.multipool.redis.LettuceConnections.Lane;
import dev.multipool.rpc.protocol.transport.LoopTimer;
import io.lettuce.core.RedisFuture;
import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Reads values by key over shared connections, each within its time limit: what the repositories have in common. */
final class LettuceReads implements AutoCloseable {

    /** Turns a value's bytes into what was asked for. */
    @FunctionalInterface
    interface ValueParser<T> {
        /** Throws BAD_VALUE when the bytes are something else. */
        T parse(byte[] value);
    }

    /** By then an event loop has read what had arrived: it runs what is scheduled after that. */
    private static final long LOOK_MILLIS = 1;

    private final LettuceConnections lettuce;
    private final RedisFailures failures;
    private final Duration commandTimeout;

    private LettuceReads(LettuceConnections lettuce, RedisSettings settings) {
        this.lettuce = lettuce;
        this.failures = new RedisFailures(settings);
        this.commandTimeout = settings.commandTimeout();
    }

    /** Connects, on the given event loops or, without, on some of its own. */
    static LettuceReads connect(RedisSettings settings, @Nullable EventLoopGroup borrowed) {
        return new LettuceReads(LettuceConnections.open(settings, borrowed), settings);
    }

    CommandRecorder recorder() {
        return lettuce.recorder();
    }

    ConnectionCounts counts() {
        return lettuce.counts();
    }

    RedisFailures failures() {
        return failures;
    }

    /** Waits for the value, on the calling thread, which also parses it. */
    <T> Optional<T> find(byte[] key, Duration atMost, ValueParser<T> parser) {
        Lane lane = lettuce.lane();
        if (lane.isCallers()) {
            throw new IllegalStateException("find on " + Thread.currentThread().getName()
                    + " (expected: findAsync there, since this event loop also reads the reply)");
        }
        Duration limit = limit(atMost);
        requireTime(limit);
        RedisFuture<byte[]> reply = get(lane, key);
        try {
            return parse(lane, parser, await(lane, reply, limit, atMost));
        } catch (TimeoutException e) {
            reply.cancel(true);
            throw failures.timeout(limit);
        } catch (InterruptedException e) {
            reply.cancel(true);
            Thread.currentThread().interrupt();
            throw failures.interrupted(e);
        } catch (ExecutionException | RuntimeException e) {
            throw failures.of(e);
        }
    }

    /** The value later; parsed by its connection's event loop. */
    <T> CompletionStage<Optional<T>> findAsync(byte[] key, Duration atMost, ValueParser<T> parser) {
        Duration limit = limit(atMost);
        long deadlineNanos = NanoClock.system().nanoTime() + limit.toNanos();
        Lane lane = lettuce.lane();
        AsyncRead<T> read = new AsyncRead<>(lane, key, limit, deadlineNanos, parser);
        try {
            requireTime(limit);
            if (lane.isCallers()) {
                send(lane, read);
            } else {
                lane.loop().execute(() -> send(lane, read));
            }
        } catch (RedisUnavailableException e) {
            read.done(null, e);
        } catch (RejectedExecutionException e) {
            read.done(null, failures.closed());
        }
        return read.answer;
    }

    /** On the connection's event loop. */
    private void send(Lane lane, AsyncRead<?> read) {
        if (lettuce.isClosed()) {
            read.done(null, failures.closed());
        } else {
            lane.reads().add(read);
        }
    }

    /** A read whose caller does not wait. On its connection's event loop, but for one that could not be brought there. */
    private final class AsyncRead<T> implements Read {
        private final CompletableFuture<Optional<T>> answer = new CompletableFuture<>();
        private final Lane lane;
        private final byte[] key;
        private final Duration limit;
        private final long deadlineNanos;
        private final ValueParser<T> parser;
        private LoopTimer.@Nullable Timeout timeout;

        private AsyncRead(Lane lane, byte[] key, Duration limit, long deadlineNanos, ValueParser<T> parser) {
            this.lane = lane;
            this.key = key;
            this.limit = limit;
            this.deadlineNanos = deadlineNanos;
            this.parser = parser;
        }

        @Override
        public byte[] key() {
            return key;
        }

        @Override
        public void sent(Batch batch) {
            timeout = LoopTimer.current(lane.loop()).at(deadlineNanos, () -> {
                // as for those that wait: the loop reads what is there first
                var unused = lane.loop().schedule(() -> giveUp(batch), LOOK_MILLIS, TimeUnit.MILLISECONDS);
            });
        }

        private void giveUp(Batch batch) {
            if (answer.completeExceptionally(failures.timeout(limit))) {
                batch.abandoned();
            }
        }

        @Override
        public boolean isOver() {
            return answer.isDone();
        }

        @Override
        public void done(byte @Nullable [] value, @Nullable Throwable failure) {
            if (timeout != null) {
                timeout.cancel();
            }
            Optional<T> parsed;
            try {
                if (failure != null) {
                    throw failures.of(failure);
                }
                parsed = parse(lane, parser, value);
            } catch (Throwable t) {
                // also what a parser should not throw: its caller would wait for ever, and other reads with it
                answer.completeExceptionally(t);
                return;
            }
            answer.complete(parsed);
        }
    }

    @Override
    public void close() {
        lettuce.close();
    }

    private Duration limit(Duration atMost) {
        return atMost.compareTo(commandTimeout) < 0 ? atMost : commandTimeout;
    }

    /** A caller without time gets no command sent: Redis is busy enough then. */
    private void requireTime(Duration limit) {
        if (limit.isNegative() || limit.isZero()) {
            throw failures.timeout(Duration.ZERO);
        }
    }

    private RedisFuture<byte[]> get(Lane lane, byte[] key) {
        if (lettuce.isClosed()) {
            throw failures.closed();
        }
        try {
            return lane.commands().get(key);
        } catch (RuntimeException e) {
            throw failures.of(e);
        }
    }

    /** The wait goes to the ledger of the pool that the calling thread belongs to, as I/O wait. */
    private static byte @Nullable [] await(Lane lane, RedisFuture<byte[]> reply, Duration limit, Duration atMost)
            throws InterruptedException, ExecutionException, TimeoutException {
        // as every blocking method of the JDK: an interrupted caller is told so, also when the answer is there already
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        WaitScope wait = WaitScope.open(WaitCause.IO);
        try {
            if (lane.waiters().await(reply, limit.toNanos()) || looksAgain(lane, atMost.minus(limit))) {
                return reply.get(0, TimeUnit.NANOSECONDS);
            }
            throw new TimeoutException("no reply");
        } finally {
            wait.close();
        }
    }

    /**
     * Redis may have answered in time, and the connection's event loop, behind a burst of calls, had none to read it: it
     * looks once more before Redis is blamed. Whether it did within the time.
     */
    private static boolean looksAgain(Lane lane, Duration atMost) throws InterruptedException {
        if (atMost.isNegative() || atMost.isZero()) {
            return false;
        }
        try {
            return lane.loop()
                    .schedule(() -> {}, LOOK_MILLIS, TimeUnit.MILLISECONDS)
                    .await(atMost.toMillis());
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    private static <T> Optional<T> parse(Lane lane, ValueParser<T> parser, byte @Nullable [] value) {
        if (value == null) {
            return Optional.empty();
        }
        T parsed;
        try {
            parsed = parser.parse(value);
        } catch (RedisUnavailableException e) {
            lane.values().onWrong();
            throw e;
        }
        lane.values().onRight();
        return Optional.of(parsed);
    }
}
