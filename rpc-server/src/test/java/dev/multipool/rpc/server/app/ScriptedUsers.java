package dev.multipool.rpc.server.app;

import dev.multipool.redis.RedisUnavailableException;
import dev.multipool.redis.RedisUnavailableException.Reason;
import dev.multipool.redis.SampleUsers;
import dev.multipool.redis.StoredUser;
import dev.multipool.redis.UserInfoRepository;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Users whose ids say what becomes of their query: it answers, every fifth time with nobody, or it fails. */
final class ScriptedUsers implements UserInfoRepository {
    static final long FAILING = 1_000_000;

    @Override
    public Optional<StoredUser> find(long id, Duration atMost) {
        if (id >= FAILING) {
            throw new RedisUnavailableException(Reason.DISCONNECTED, "scripted: not connected");
        }
        return id % 5 == 0 ? Optional.empty() : Optional.of(StoredUser.of(SampleUsers.user(1, id)));
    }

    @Override
    public CompletionStage<Optional<StoredUser>> findAsync(long id, Duration atMost) {
        try {
            return CompletableFuture.completedFuture(find(id, atMost));
        } catch (RedisUnavailableException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
