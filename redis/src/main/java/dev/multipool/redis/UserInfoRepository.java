package dev.multipool.redis;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Finds users by id.
 *
 * <p><b>Threads:</b> any thread may call. {@link #find} blocks its caller for a bounded time; {@link #findAsync} never
 * blocks.
 *
 * <p><b>Invariants:</b>
 *
 * <ol>
 *   <li>A user that does not exist is an empty answer, never an error.
 *   <li>Every failure is a {@link RedisUnavailableException}.
 *   <li>Every call ends, with an answer or a failure, within the implementation's time limit.
 * </ol>
 */
public interface UserInfoRepository {

    /**
     * Reads a user and waits for the answer.
     *
     * @param atMost how long the caller can wait; the implementation's own time limit holds when it is shorter
     * @throws RedisUnavailableException when no valid answer came within the time limit
     */
    Optional<StoredUser> find(long id, Duration atMost);

    /**
     * Reads a user. The stage fails with a {@link RedisUnavailableException} where {@link #find} would throw it. Its
     * dependents may run on an I/O thread: they must not block, and must not call {@link #find}.
     *
     * @param atMost how long the caller can wait; the implementation's own time limit holds when it is shorter
     */
    CompletionStage<Optional<StoredUser>> findAsync(long id, Duration atMost);
}
