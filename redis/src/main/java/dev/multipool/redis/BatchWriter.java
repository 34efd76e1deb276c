package dev.multipool.redis;

import dev.multipool.redis.RedisUnavailableException.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Writes values by number, 1 to N, in pipelined batches: what the seeders have in common. */
final class BatchWriter {
    private static final int BATCH = 1_000;
    /** A batch takes milliseconds; this is how long a Redis that stopped answering may hold the caller. */
    private static final Duration BATCH_TIMEOUT = Duration.ofSeconds(10);

    /** Takes one value that is to be written. */
    @FunctionalInterface
    interface Sink {
        void put(byte[] key, byte[] value);
    }

    /** Gives the values of one number. */
    @FunctionalInterface
    interface Source {
        void values(long number, Sink sink);
    }

    private final String what;
    private final int valuesPerNumber;
    private final RedisSettings settings;
    private final RedisFailures failures;

    /**
     * @param what plural word for what is written, for progress and messages
     * @param valuesPerNumber how many values the source gives for each number
     */
    BatchWriter(String what, int valuesPerNumber, RedisSettings settings) {
        this.what = what;
        this.valuesPerNumber = valuesPerNumber;
        this.settings = RedisSettings.builder(settings.target())
                .connectTimeout(settings.connectTimeout())
                .silenceTimeout(BATCH_TIMEOUT)
                .requestQueueSize(2 * BATCH + valuesPerNumber)
                .build();
        this.failures = new RedisFailures(this.settings);
    }

    /** Writes all values of the numbers 1 to {@code count}; returns when Redis has confirmed them. */
    void write(long count, Source source, Consumer<SeedProgress> progress) {
        if (count < 0) {
            throw new IllegalArgumentException("count: " + count + " (expected: >= 0)");
        }
        int numbers = Math.max(1, BATCH / valuesPerNumber);
        try (LettuceConnection lettuce = LettuceConnection.open(settings)) {
            // A Cluster may redirect a command, which would then wait for a flush that nobody gives.
            lettuce.connection().setAutoFlushCommands(settings.target().topology() == RedisTopology.CLUSTER);
            for (long first = 1; first <= count; first += numbers) {
                long last = Math.min(count, first + numbers - 1);
                writeBatch(lettuce, first, last, source);
                progress.accept(new SeedProgress(what, last, count));
            }
        }
    }

    private void writeBatch(LettuceConnection lettuce, long first, long last, Source source) {
        List<CompletableFuture<String>> replies = new ArrayList<>();
        for (long number = first; number <= last; number++) {
            source.values(
                    number,
                    (key, value) ->
                            replies.add(lettuce.commands().set(key, value).toCompletableFuture()));
        }
        lettuce.connection().flushCommands();
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

    private RedisUnavailableException failed(long first, long last, RedisUnavailableException cause) {
        Reason reason = cause.reason();
        String message = cause.getMessage() + " (while writing " + what + " " + first + " to " + last + ")";
        return new RedisUnavailableException(reason, message, cause);
    }
}
