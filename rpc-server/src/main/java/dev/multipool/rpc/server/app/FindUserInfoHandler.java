package dev.multipool.rpc.server.app;

import com.google.protobuf.UnknownFieldSet;
import dev.multipool.redis.RedisUnavailableException;
import dev.multipool.redis.StoredUser;
import dev.multipool.redis.UserInfoRepository;
import dev.multipool.rpc.server.CallContext;
import dev.multipool.rpc.server.app.failure.ServiceFailures;
import dev.multipool.rpc.server.app.mock.CallWeight;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
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

    FindUserInfoResponse find(FindUserInfoRequest request, CallContext call) {
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

    CompletionStage<FindUserInfoResponse> findAsync(FindUserInfoRequest request, CallContext call) {
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

    /**
     * The user's bytes go into the answer as they are. In the message they are a field that Protobuf doesn't know,
     * which is written just like the one that it knows. Parsing them would only be undone by writing them.
     */
    private static FindUserInfoResponse toResponse(Optional<StoredUser> user) {
        return user.map(found -> FindUserInfoResponse.newBuilder()
                        .setFound(true)
                        .setUnknownFields(UnknownFieldSet.newBuilder()
                                .addField(
                                        FindUserInfoResponse.USER_FIELD_NUMBER,
                                        UnknownFieldSet.Field.newBuilder()
                                                .addLengthDelimited(found.bytes())
                                                .build())
                                .build())
                        .build())
                .orElse(FindUserInfoResponse.getDefaultInstance());
    }
}
