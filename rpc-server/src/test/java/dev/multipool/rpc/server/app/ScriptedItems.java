package dev.multipool.rpc.server.app;

import dev.multipool.item.v1.ItemPart;
import dev.multipool.redis.ItemRepository;
import dev.multipool.redis.RedisUnavailableException;
import dev.multipool.redis.RedisUnavailableException.Reason;
import dev.multipool.redis.SampleItems;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Items whose ids say what becomes of their last query: it answers, fails, breaks or does not answer in time. */
final class ScriptedItems implements ItemRepository {
    static final long FAILING = 1_000_000;
    static final long BROKEN = 2_000_000;
    static final long SLOW = 3_000_000;

    private final int queries;
    private final AtomicInteger asked = new AtomicInteger();

    ScriptedItems(int queries) {
        this.queries = queries;
    }

    /** What a query of a sound item answers; every fifth part is absent. */
    static Optional<ItemPart> part(long itemId, int part) {
        return (itemId + part) % 5 == 0 ? Optional.empty() : Optional.of(SampleItems.part(1, itemId, part));
    }

    @Override
    public Optional<ItemPart> find(long itemId, int part, Duration atMost) {
        asked.incrementAndGet();
        if (part == queries - 1 && itemId >= SLOW) {
            try {
                // never counted down: only the caller's time ends it
                if (!new CountDownLatch(1).await(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
                    throw timeout();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new RedisUnavailableException(Reason.OTHER, "scripted: interrupted", e);
            }
        }
        return answer(itemId, part);
    }

    @Override
    public CompletionStage<Optional<ItemPart>> findAsync(long itemId, int part, Duration atMost) {
        asked.incrementAndGet();
        if (part == queries - 1 && itemId >= SLOW) {
            return new CompletableFuture<Optional<ItemPart>>()
                    .completeOnTimeout(Optional.empty(), atMost.toNanos(), TimeUnit.NANOSECONDS)
                    .thenApply(late -> {
                        throw timeout();
                    });
        }
        try {
            return CompletableFuture.completedFuture(answer(itemId, part));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** How many queries were begun. */
    int asked() {
        return asked.get();
    }

    private Optional<ItemPart> answer(long itemId, int part) {
        if (part == queries - 1 && itemId >= BROKEN) {
            throw new IllegalStateException("secret");
        }
        if (part == queries - 1 && itemId >= FAILING) {
            throw new RedisUnavailableException(Reason.DISCONNECTED, "scripted: not connected");
        }
        return part(itemId, part);
    }

    private static RedisUnavailableException timeout() {
        return new RedisUnavailableException(Reason.TIMEOUT, "scripted: no answer in time");
    }
}
