package dev.multipool.rpc.server.app;

import dev.multipool.redis.RedisUnavailableException;
import dev.multipool.redis.StoredUser;
import dev.multipool.redis.UserInfoRepository;
import dev.multipool.rpc.server.CallContext;
import dev.multipool.rpc.server.app.failure.ServiceFailures;
import dev.multipool.rpc.server.app.mock.CallWeight;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.StoredUserInfoResponse;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Answers findUserInfo from the repository, waiting or not. An absent user is an answer, an absent Redis is an error. */
final class FindUserInfoHandler {
    private final UserInfoRepository repository;
    private final CallWeight weight;

    FindUserInfoHandler(UserInfoRepository repository, CallWeight weight) {
        this.repository = repository;
        this.weight = weight;
    }

    StoredUserInfoResponse find(FindUserInfoRequest request, CallContext call) {
        try {
            weight.carry(request.getUserId(), call.remaining());
            return toResponse(repository.find(request.getUserId(), call.remaining()));
        } catch (RedisUnavailableException e) {
            throw ServiceFailures.toAnswer(e, call);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ServiceFailures.toAnswer(e, call);
        }
    }

    CompletionStage<StoredUserInfoResponse> findAsync(FindUserInfoRequest request, CallContext call) {
        long id = request.getUserId();
        CompletionStage<Optional<StoredUser>> found = weight.isNone()
                ? repository.findAsync(id, call.remaining())
                : weight.carryAsync(id, call.remaining())
                        .thenCompose(carried -> call.within(() -> repository.findAsync(id, call.remaining())));
        return found.handle((user, thrown) -> {
            if (thrown == null) {
                return toResponse(user);
            }
            Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
            throw cause instanceof RedisUnavailableException e
                    ? ServiceFailures.toAnswer(e, call)
                    : new CompletionException(cause);
        });
    }

    /** The user's bytes go into the answer as they are. Parsing them would only be undone by writing them. */
    private static StoredUserInfoResponse toResponse(Optional<StoredUser> user) {
        return user.map(found -> StoredUserInfoResponse.newBuilder()
                        .setFound(true)
                        .setUser(found.bytes())
                        .build())
                .orElse(StoredUserInfoResponse.getDefaultInstance());
    }
}
