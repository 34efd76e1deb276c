package dev.multipool.redis;

import io.lettuce.core.RedisCommandExecutionException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks a Redis about itself, once. */
public final class RedisInfo {
    private RedisInfo() {}

    /**
     * Connects and asks for {@code INFO server}; of a Cluster any of its servers answers.
     *
     * @param timeout of the attempt to connect, and of the answer
     * @return empty when this user may not ask
     * @throws RedisUnavailableException when this Redis can't be reached
     */
    public static Optional<String> server(RedisTarget target, Duration timeout) {
        RedisSettings settings = RedisSettings.builder(target)
                .connectTimeout(timeout)
                .commandTimeout(timeout)
                .build();
        RedisFailures failures = new RedisFailures(settings);
        try (LettuceConnection lettuce = LettuceConnection.open(settings)) {
            return Optional.of(lettuce.commands().info("server").get(timeout.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            throw failures.timeout(timeout);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failures.interrupted(e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RedisCommandExecutionException refused
                    && String.valueOf(refused.getMessage()).startsWith("NOPERM")) {
                return Optional.empty();
            }
            throw failures.of(e);
        }
    }
}
