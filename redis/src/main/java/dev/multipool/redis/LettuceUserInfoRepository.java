package dev.multipool.redis;

import com.google.protobuf.InvalidProtocolBufferException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Reads users from Redis over pipelined Lettuce connections.
 *
 * <p>While Redis is away every call fails at once; the connection comes back by itself, tried again after 100 ms at
 * first and after at most 1 s later. A call is sent once: what was under way when the connection broke fails.
 *
 * <p><b>Threads:</b> any thread may call. Callers share the connections, whose event loops write the commands and
 * read the replies. A value is looked through by the caller of {@link #find}; for {@link #findAsync} by the event
 * loop, which also runs the stage's dependents.
 *
 * <p><b>Lifecycle:</b> {@link #connect} returns a connected repository or throws and leaves no thread behind. {@link
 * #close} ends within seconds and may be called twice.
 *
 * <p><b>Invariants:</b>
 *
 * <ol>
 *   <li>{@link #find} does not wait beyond {@code commandTimeout} and the time that the connection's event loop needs to
 *       look once more, nor beyond the caller's time, also when the socket is frozen.
 *   <li>A stage of {@link #findAsync} ends at most some 10 ms after that, or as soon as its event loop has time.
 *   <li>At most {@code requestQueueSize} commands wait for Redis, those included whose callers gave up.
 * </ol>
 */
public final class LettuceUserInfoRepository implements UserInfoRepository, AutoCloseable {
    /** Longer than any command timeout: a caller that has all the time there is. */
    private static final Duration UNHURRIED = Duration.ofDays(365);

    private final LettuceReads reads;

    LettuceUserInfoRepository(LettuceReads reads) {
        this.reads = reads;
    }

    /**
     * Connects.
     *
     * @throws RedisUnavailableException when this Redis can't be reached within {@code connectTimeout}
     */
    public static LettuceUserInfoRepository connect(RedisSettings settings) {
        return new LettuceUserInfoRepository(LettuceReads.connect(settings, null));
    }

    /** Reads a user within the command timeout. */
    public Optional<StoredUser> find(long id) {
        return find(id, UNHURRIED);
    }

    @Override
    public Optional<StoredUser> find(long id, Duration atMost) {
        return reads.find(UserKeys.bytes(id), atMost, value -> check(id, value));
    }

    /** Reads a user within the command timeout. */
    public CompletionStage<Optional<StoredUser>> findAsync(long id) {
        return findAsync(id, UNHURRIED);
    }

    @Override
    public CompletionStage<Optional<StoredUser>> findAsync(long id, Duration atMost) {
        return reads.findAsync(UserKeys.bytes(id), atMost, value -> check(id, value));
    }

    /** Closes the connection; calls under way fail. Bounded in time; a second call does nothing. */
    @Override
    public void close() {
        reads.close();
    }

    private StoredUser check(long id, byte[] value) {
        try {
            return StoredUser.of(id, value);
        } catch (InvalidProtocolBufferException e) {
            String expected = "a serialized UserInfo with id " + id;
            throw reads.failures().badValue(UserKeys.name(id), value.length, "no user", expected, e);
        }
    }
}
