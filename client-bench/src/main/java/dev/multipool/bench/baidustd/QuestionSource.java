package dev.multipool.bench.baidustd;

import dev.multipool.bench.call.CallSource;
import dev.multipool.bench.call.KeySource;
import dev.multipool.bench.plan.CallKind;
import dev.multipool.bench.plan.CallMix;
import dev.multipool.item.v1.QueryItemsRequest;
import dev.multipool.rpc.client.RpcChannel;
import java.util.Map;
import java.util.SplittableRandom;

/** Draws the questions of a {@link CallMix}. Not safe for threads; each user and each connection has its own. */
final class QuestionSource implements CallSource {
    private final RpcChannel channel;
    private final Question delay;
    private final CallMix mix;
    private final SplittableRandom random;
    private final KeySource users;
    private final KeySource items;
    private final int weightSum;

    QuestionSource(RpcChannel channel, CallMix mix, SplittableRandom random) {
        this.channel = channel;
        this.delay = new Question.AboutDelay(channel);
        this.mix = mix;
        this.random = random;
        this.users = new KeySource(mix.keys(), mix.maxUserId(), random);
        this.items = new KeySource(mix.keys(), mix.maxItemId(), random);
        this.weightSum =
                mix.weights().values().stream().mapToInt(Integer::intValue).sum();
    }

    @Override
    public Question next() {
        return switch (kind()) {
            case FIND_USER_INFO -> new Question.AboutUser(channel, users.next());
            case QUERY_ITEMS -> new Question.AboutItems(channel, itemsRequest());
            case MOCK_DELAY -> delay;
        };
    }

    private CallKind kind() {
        int draw = random.nextInt(weightSum);
        for (Map.Entry<CallKind, Integer> weight : mix.weights().entrySet()) {
            draw -= weight.getValue();
            if (draw < 0) {
                return weight.getKey();
            }
        }
        throw new AssertionError("a draw below the sum of all weights falls into one of them");
    }

    private QueryItemsRequest itemsRequest() {
        QueryItemsRequest.Builder request = QueryItemsRequest.newBuilder();
        for (int i = 0; i < mix.items(); i++) {
            request.addItemIds(items.next());
        }
        return request.build();
    }
}
