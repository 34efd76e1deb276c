package dev.multipool.redis;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.multipool.user.v1.UserInfo;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

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
 *   <li>{@link #find} does not wait beyond {@code commandTimeout}, nor beyond the caller's time, also when the socket is
 *       frozen.
 *   <li>A stage of {@link #findAsync} ends at most one timer tick (20 ms) after that.
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
        return new LettuceUserInfoRepository(LettuceReads.connect(settings));
    }

    /** Reads a user within the command timeout. */
    public Optional<UserInfo> find(long id) {
        return find(id, UNHURRIED);
    }

    @Override
    public Optional<UserInfo> find(long id, Duration atMost) {
        return reads.find(UserKeys.bytes(id), atMost, value -> parse(id, value));
    }

    /** Reads a user within the command timeout. */
    public CompletionStage<Optional<UserInfo>> findAsync(long id) {
        return findAsync(id, UNHURRIED);
    }

    @Override
    public CompletionStage<Optional<UserInfo>> findAsync(long id, Duration atMost) {
        return reads.findAsync(UserKeys.bytes(id), atMost, value -> parse(id, value));
    }

    /** Closes the connection; calls under way fail. Bounded in time; a second call does nothing. */
    @Override
    public void close() {
        reads.close();
    }

    private UserInfo parse(long id, byte[] value) {
        String expected = "a serialized UserInfo with id " + id;
        UserInfo user;
        try {
            user = UserInfo.parseFrom(value);
        } catch (InvalidProtocolBufferException e) {
            throw reads.failures().badValue(UserKeys.name(id), value.length, "no user", expected, e);
        }
        // Random bytes, and no bytes at all, can parse: the id is what tells a user from an accident.
        if (user.getId() != id) {
            throw reads.failures().badValue(UserKeys.name(id), value.length, "no user", expected, null);
        }
        return user;
    }
}
