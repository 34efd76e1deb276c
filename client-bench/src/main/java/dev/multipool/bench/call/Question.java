package dev.multipool.bench.call;

import com.google.protobuf.Message;
import dev.multipool.item.ItemServiceMethods;
import dev.multipool.item.v1.Item;
import dev.multipool.item.v1.QueryItemsRequest;
import dev.multipool.item.v1.QueryItemsResponse;
import dev.multipool.mock.MockServiceMethods;
import dev.multipool.mock.v1.DelayRequest;
import dev.multipool.mock.v1.DelayResponse;
import dev.multipool.rpc.client.RpcChannel;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What one call asks, and how its answer is judged. */
public sealed interface Question {
    /** Sends it; {@code end} learns the answer or the failure. */
    void send(RpcChannel channel, Duration timeout, BiConsumer<@Nullable Message, @Nullable Throwable> end);

    Verdict judge(Message answer);

    /** What an answer is worth. */
    enum Verdict {
        FOUND,
        /** Right, but something that was asked for is absent. */
        NOT_FOUND,
        /** About something else than was asked. */
        WRONG;

        private static Verdict of(boolean found) {
            return found ? FOUND : NOT_FOUND;
        }
    }

    /** One user. */
    record AboutUser(long id) implements Question {
        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // `end` is its end
        public void send(RpcChannel channel, Duration timeout, BiConsumer<@Nullable Message, @Nullable Throwable> end) {
            channel.call(
                            UserServiceMethods.FIND_USER_INFO,
                            FindUserInfoRequest.newBuilder().setUserId(id).build(),
                            timeout)
                    .whenComplete(end);
        }

        @Override
        public Verdict judge(Message answer) {
            FindUserInfoResponse response = (FindUserInfoResponse) answer;
            return response.getFound() && response.getUser().getId() != id
                    ? Verdict.WRONG
                    : Verdict.of(response.getFound());
        }
    }

    /** Some items. */
    record AboutItems(QueryItemsRequest request) implements Question {
        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // `end` is its end
        public void send(RpcChannel channel, Duration timeout, BiConsumer<@Nullable Message, @Nullable Throwable> end) {
            channel.call(ItemServiceMethods.QUERY_ITEMS, request, timeout).whenComplete(end);
        }

        @Override
        public Verdict judge(Message answer) {
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
            return Verdict.of(allFound);
        }
    }

    /** Something of a service of one's own. */
    record AboutOwn<ReqT extends Message, ResT extends Message>(OwnCall<ReqT, ResT> call, ReqT request)
            implements Question {
        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // `end` is its end
        public void send(RpcChannel channel, Duration timeout, BiConsumer<@Nullable Message, @Nullable Throwable> end) {
            channel.call(call.method(), request, timeout).whenComplete(end);
        }

        @Override
        @SuppressWarnings("unchecked") // an answer is of the type that its method answers with
        public Verdict judge(Message answer) {
            return call.right().test((ResT) answer) ? Verdict.FOUND : Verdict.WRONG;
        }
    }

    /** The next question of a service of one's own. */
    static <ReqT extends Message, ResT extends Message> Question about(
            OwnCall<ReqT, ResT> call, RandomGenerator random) {
        return new AboutOwn<>(call, call.request().apply(random));
    }

    /** The mock dependency's delay. */
    record AboutDelay() implements Question {
        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // `end` is its end
        public void send(RpcChannel channel, Duration timeout, BiConsumer<@Nullable Message, @Nullable Throwable> end) {
            channel.call(MockServiceMethods.DELAY, DelayRequest.getDefaultInstance(), timeout)
                    .whenComplete(end);
        }

        @Override
        public Verdict judge(Message answer) {
            return ((DelayResponse) answer).getDelayNanos() < 0 ? Verdict.WRONG : Verdict.FOUND;
        }
    }
}
