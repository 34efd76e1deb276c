package dev.multipool.rpc.server.app;

import dev.multipool.redis.RedisUnavailableException;
import dev.multipool.redis.UserInfoRepository;
import dev.multipool.rpc.server.CallContext;
import dev.multipool.rpc.server.app.failure.ServiceFailures;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import dev.multipool.user.v1.UserInfo;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Answers findUserInfo from the repository, waiting or not. An absent user is an answer, an absent Redis is an error. */
final class FindUserInfoHandler {
    private final UserInfoRepository repository;

    FindUserInfoHandler(UserInfoRepository repository) {
        this.repository = repository;
    }

    FindUserInfoResponse find(FindUserInfoRequest request, CallContext call) {
        try {
            return toResponse(repository.find(request.getUserId(), call.remaining()));
        } catch (RedisUnavailableException e) {
            throw ServiceFailures.toAnswer(e, call);
        }
    }

    CompletionStage<FindUserInfoResponse> findAsync(FindUserInfoRequest request, CallContext call) {
        return repository.findAsync(request.getUserId(), call.remaining()).handle((user, thrown) -> {
            if (thrown == null) {
                return toResponse(user);
            }
            Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
            throw cause instanceof RedisUnavailableException e
                    ? ServiceFailures.toAnswer(e, call)
                    : new CompletionException(cause);
        });
    }

    private static FindUserInfoResponse toResponse(Optional<UserInfo> user) {
        return user.map(found -> FindUserInfoResponse.newBuilder()
                        .setFound(true)
                        .setUser(found)
                        .build())
                .orElse(FindUserInfoResponse.getDefaultInstance());
    }
}
