package dev.multipool.redis;

import dev.multipool.redis.RedisUnavailableException.Reason;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Writes the {@link SampleUsers} 1 to N into a Redis, in pipelined batches of at most 1000.
 *
 * <p><b>Threads:</b> the caller's thread does the work and gets the progress; {@link #seed} uses a connection of its own,
 * open only while it runs.
 */
public final class UserSeeder {
    private static final int BATCH = 1_000;
    /** A batch takes milliseconds; this is how long a Redis that stopped answering may hold the caller. */
    private static final Duration BATCH_TIMEOUT = Duration.ofSeconds(10);

    private final RedisSettings settings;
    private final RedisFailures failures;

    /** A seeder for this Redis; of the settings only the URI and the connect timeout matter. */
    public UserSeeder(RedisSettings settings) {
        this.settings = RedisSettings.builder(settings.uri())
                .connectTimeout(settings.connectTimeout())
                .requestQueueSize(2 * BATCH)
                .build();
        this.failures = new RedisFailures(this.settings);
    }

    /**
     * Writes users 1 to {@code count}, over what is there; returns when Redis has confirmed them all.
     *
     * @throws IllegalArgumentException when {@code count} is negative
     * @throws RedisUnavailableException when Redis can't be reached, or a batch fails; batches before it are written
     */
    public void seed(long count, long seed, Consumer<SeedProgress> progress) {
        if (count < 0) {
            throw new IllegalArgumentException("count: " + count + " (expected: >= 0)");
        }
        try (LettuceConnection lettuce = LettuceConnection.open(settings)) {
            StatefulRedisConnection<byte[], byte[]> connection = lettuce.connection();
            connection.setAutoFlushCommands(false);
            for (long first = 1; first <= count; first += BATCH) {
                long last = Math.min(count, first + BATCH - 1);
                writeBatch(connection, first, last, seed);
                progress.accept(new SeedProgress(last, count));
            }
        }
    }

    private void writeBatch(StatefulRedisConnection<byte[], byte[]> connection, long first, long last, long seed) {
        List<CompletableFuture<String>> replies = new ArrayList<>();
        for (long id = first; id <= last; id++) {
            byte[] value = SampleUsers.user(seed, id).toByteArray();
            RedisFuture<String> reply = connection.async().set(UserKeys.bytes(id), value);
            replies.add(reply.toCompletableFuture());
        }
        connection.flushCommands();
        Future<Void> all = CompletableFuture.allOf(replies.toArray(CompletableFuture[]::new));
        try {
            all.get(BATCH_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw failed(first, last, failures.timeout(BATCH_TIMEOUT));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(first, last, failures.interrupted(e));
        } catch (ExecutionException e) {
            throw failed(first, last, failures.of(e));
        }
    }

    private static RedisUnavailableException failed(long first, long last, RedisUnavailableException cause) {
        Reason reason = cause.reason();
        String message = cause.getMessage() + " (while writing users " + first + " to " + last + ")";
        return new RedisUnavailableException(reason, message, cause);
    }
}
