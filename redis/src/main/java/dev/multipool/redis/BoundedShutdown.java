package dev.multipool.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends what belongs to Lettuce, and waits for each part a bounded time only. */
final class BoundedShutdown {
    private static final Logger LOG = LoggerFactory.getLogger(BoundedShutdown.class);
    private static final Duration BOUND = Duration.ofSeconds(2);

    private BoundedShutdown() {}

    static void shutDown(AbstractRedisClient client) {
        await("client", client.shutdownAsync(0, BOUND.toMillis(), TimeUnit.MILLISECONDS));
    }

    static void shutDown(ClientResources resources) {
        await("resources", resources.shutdown(0, BOUND.toMillis(), TimeUnit.MILLISECONDS));
    }

    static void await(String part, Future<?> end) {
        try {
            end.get(BOUND.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("redis: the {} did not close in order", part, e);
        }
    }
}
