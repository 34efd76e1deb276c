package dev.multipool.redis;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.multipool.pools.WaitCause;
import dev.multipool.pools.WaitScope;
import dev.multipool.user.v1.UserInfo;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.netty.util.Timeout;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Reads users from Redis over one pipelined Lettuce connection.
 *
 * <p>While Redis is away every call fails at once; the connection comes back by itself, tried again after 100 ms at
 * first and after at most 1 s later. A call is sent once: what was under way when the connection broke fails.
 *
 * <p><b>Threads:</b> any thread may call. All callers share the connection and its one event loop, which writes the
 * commands and reads the replies. A value is parsed by the caller of {@link #find}; for {@link #findAsync} by the event
 * loop, which also runs the stage's dependents. Dependents of a stage that timed out run on the timer's thread.
 *
 * <p><b>Lifecycle:</b> {@link #connect} returns a connected repository or throws and leaves no thread behind. {@link
 * #close} ends within seconds and may be called twice.
 *
 * <p><b>Invariants:</b>
 *
 * <ol>
 *   <li>{@link #find} does not wait beyond {@code commandTimeout}, also when the socket is frozen.
 *   <li>A stage of {@link #findAsync} ends at most one timer tick (20 ms) after {@code commandTimeout}.
 *   <li>At most {@code requestQueueSize} commands wait for Redis, those included whose callers gave up.
 * </ol>
 */
public final class LettuceUserInfoRepository implements UserInfoRepository, AutoCloseable {
    private final LettuceConnection lettuce;
    private final RedisAsyncCommands<byte[], byte[]> commands;
    private final RedisFailures failures;
    private final Duration commandTimeout;
    private final long commandTimeoutNanos;

    private LettuceUserInfoRepository(LettuceConnection lettuce, RedisSettings settings) {
        this.lettuce = lettuce;
        this.commands = lettuce.connection().async();
        this.failures = new RedisFailures(settings);
        this.commandTimeout = settings.commandTimeout();
        this.commandTimeoutNanos = commandTimeout.toNanos();
    }

    /**
     * Connects.
     *
     * @throws RedisUnavailableException when this Redis can't be reached within {@code connectTimeout}
     */
    public static LettuceUserInfoRepository connect(RedisSettings settings) {
        return new LettuceUserInfoRepository(LettuceConnection.open(settings), settings);
    }

    @Override
    public Optional<UserInfo> find(long id) {
        RedisFuture<byte[]> reply = get(id);
        try {
            return parse(id, await(reply));
        } catch (TimeoutException e) {
            reply.cancel(true);
            throw failures.timeout(commandTimeout);
        } catch (InterruptedException e) {
            reply.cancel(true);
            Thread.currentThread().interrupt();
            throw failures.interrupted(e);
        } catch (ExecutionException | RuntimeException e) {
            throw e instanceof RedisUnavailableException known ? known : failures.of(e);
        }
    }

    /** The wait goes to the ledger of the pool that the calling thread belongs to, as I/O wait. */
    private byte @Nullable [] await(RedisFuture<byte[]> reply)
            throws InterruptedException, ExecutionException, TimeoutException {
        // as every blocking method of the JDK: an interrupted caller is told so, also when the answer is there already
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        WaitScope wait = WaitScope.open(WaitCause.IO);
        try {
            return reply.get(commandTimeoutNanos, TimeUnit.NANOSECONDS);
        } finally {
            wait.close();
        }
    }

    @Override
    public CompletionStage<Optional<UserInfo>> findAsync(long id) {
        CompletableFuture<Optional<UserInfo>> answer = new CompletableFuture<>();
        RedisFuture<byte[]> reply;
        try {
            reply = get(id);
        } catch (RedisUnavailableException e) {
            answer.completeExceptionally(e);
            return answer;
        }
        // A refused call is answered already: under overload that is the common case, and it needs no timer.
        @Nullable Timeout limit = reply.isDone() ? null : startLimit(reply, answer);
        reply.whenComplete((value, failure) -> {
            if (limit != null) {
                limit.cancel();
            }
            complete(answer, id, value, failure);
        });
        return answer;
    }

    /** Closes the connection; calls under way fail. Bounded in time; a second call does nothing. */
    @Override
    public void close() {
        lettuce.close();
    }

    private RedisFuture<byte[]> get(long id) {
        if (lettuce.isClosed()) {
            throw failures.closed();
        }
        try {
            return commands.get(UserKeys.bytes(id));
        } catch (RuntimeException e) {
            throw failures.of(e);
        }
    }

    private @Nullable Timeout startLimit(RedisFuture<byte[]> reply, CompletableFuture<Optional<UserInfo>> answer) {
        try {
            return lettuce.timer()
                    .newTimeout(
                            expired -> {
                                answer.completeExceptionally(failures.timeout(commandTimeout));
                                reply.cancel(true);
                            },
                            commandTimeoutNanos,
                            TimeUnit.NANOSECONDS);
        } catch (IllegalStateException e) {
            // The timer stopped: close() came in between, and it fails the reply.
            return null;
        }
    }

    private void complete(
            CompletableFuture<Optional<UserInfo>> answer,
            long id,
            byte @Nullable [] value,
            @Nullable Throwable failure) {
        if (failure != null) {
            answer.completeExceptionally(failures.of(failure));
            return;
        }
        Optional<UserInfo> user;
        try {
            user = parse(id, value);
        } catch (RedisUnavailableException e) {
            answer.completeExceptionally(e);
            return;
        }
        answer.complete(user);
    }

    private Optional<UserInfo> parse(long id, byte @Nullable [] value) {
        if (value == null) {
            return Optional.empty();
        }
        UserInfo user;
        try {
            user = UserInfo.parseFrom(value);
        } catch (InvalidProtocolBufferException e) {
            throw failures.badValue(UserKeys.name(id), value.length, id, e);
        }
        // Random bytes, and no bytes at all, can parse: the id is what tells a user from an accident.
        if (user.getId() != id) {
            throw failures.badValue(UserKeys.name(id), value.length, id, null);
        }
        return Optional.of(user);
    }
}
