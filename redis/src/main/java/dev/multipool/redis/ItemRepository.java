package dev.multipool.redis;

import dev.multipool.item.v1.ItemPart;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Reads items part by part.
 *
 * <p><b>Threads:</b> any thread may call. {@link #find} blocks its caller for a bounded time; {@link #findAsync} never
 * blocks.
 *
 * <p><b>Invariants:</b> as for {@link UserInfoRepository}.
 */
public interface ItemRepository {

    /**
     * Reads one part and waits for the answer.
     *
     * @param atMost how long the caller can wait; the implementation's own time limit holds when it is shorter
     * @throws RedisUnavailableException when no valid answer came within the time limit
     */
    Optional<ItemPart> find(long itemId, int part, Duration atMost);

    /**
     * Reads one part. The stage fails with a {@link RedisUnavailableException} where {@link #find} would throw it. Its
     * dependents may run on an I/O thread: they must not block, and must not call {@link #find}.
     *
     * @param atMost how long the caller can wait; the implementation's own time limit holds when it is shorter
     */
    CompletionStage<Optional<ItemPart>> findAsync(long itemId, int part, Duration atMost);
}
