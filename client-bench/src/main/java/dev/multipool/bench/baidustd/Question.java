package dev.multipool.bench.baidustd;

import dev.multipool.bench.call.Call;
import dev.multipool.bench.call.Verdict;
import dev.multipool.item.ItemServiceMethods;
import dev.multipool.item.v1.Item;
import dev.multipool.item.v1.QueryItemsRequest;
import dev.multipool.item.v1.QueryItemsResponse;
import dev.multipool.mock.MockServiceMethods;
import dev.multipool.mock.v1.DelayRequest;
import dev.multipool.mock.v1.DelayResponse;
import dev.multipool.rpc.client.RpcChannel;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.time.Duration;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What one call asks, and how its answer is judged. */
sealed interface Question extends Call {
    @Override
    default String errorName(@Nullable Throwable failure) {
        return nameOf(failure);
    }

    /** The name of a failure of a channel. */
    static String nameOf(@Nullable Throwable failure) {
        if (failure instanceof RpcException rpcFailure) {
            return RpcErrorCode.nameOf(rpcFailure.codeNumber());
        }
        return failure == null ? "NO_ANSWER" : failure.getClass().getSimpleName();
    }

    private static Verdict found(boolean found) {
        return found ? Verdict.FOUND : Verdict.NOT_FOUND;
    }

    /** One user. */
    record AboutUser(RpcChannel channel, long id) implements Question {
        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // `end` is its end
        public void send(Duration timeout, BiConsumer<@Nullable Object, @Nullable Throwable> end) {
            channel.call(
                            UserServiceMethods.FIND_USER_INFO,
                            FindUserInfoRequest.newBuilder().setUserId(id).build(),
                            timeout)
                    .whenComplete(end);
        }

        @Override
        public Verdict judge(Object answer) {
            FindUserInfoResponse response = (FindUserInfoResponse) answer;
            return response.getFound() && response.getUser().getId() != id
                    ? Verdict.WRONG
                    : Question.found(response.getFound());
        }
    }

    /** Some items. */
    record AboutItems(RpcChannel channel, QueryItemsRequest request) implements Question {
        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // `end` is its end
        public void send(Duration timeout, BiConsumer<@Nullable Object, @Nullable Throwable> end) {
            channel.call(ItemServiceMethods.QUERY_ITEMS, request, timeout).whenComplete(end);
        }

        @Override
        public Verdict judge(Object answer) {
            QueryItemsResponse response = (QueryItemsResponse) answer;
            if (response.getItemsCount() != request.getItemIdsCount()) {
                return Verdict.WRONG;
            }
            boolean allFound = true;
            for (int i = 0; i < response.getItemsCount(); i++) {
                Item item = response.getItems(i);
                if (item.getId() != request.getItemIds(i)) {
                    return Verdict.WRONG;
                }
                allFound &= item.getFound();
            }
            return Question.found(allFound);
        }
    }

    /** The mock dependency's delay. */
    record AboutDelay(RpcChannel channel) implements Question {
        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // `end` is its end
        public void send(Duration timeout, BiConsumer<@Nullable Object, @Nullable Throwable> end) {
            channel.call(MockServiceMethods.DELAY, DelayRequest.getDefaultInstance(), timeout)
                    .whenComplete(end);
        }

        @Override
        public Verdict judge(Object answer) {
            return ((DelayResponse) answer).getDelayNanos() < 0 ? Verdict.WRONG : Verdict.FOUND;
        }
    }
}
