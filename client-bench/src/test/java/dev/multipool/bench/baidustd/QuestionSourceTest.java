package dev.multipool.bench.baidustd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.multipool.bench.baidustd.Question.AboutItems;
import dev.multipool.bench.call.Verdict;
import dev.multipool.bench.plan.CallKind;
import dev.multipool.bench.plan.CallMix;
import dev.multipool.bench.plan.KeyDistribution;
import dev.multipool.item.v1.Item;
import dev.multipool.item.v1.QueryItemsRequest;
import dev.multipool.item.v1.QueryItemsResponse;
import dev.multipool.mock.v1.DelayResponse;
import dev.multipool.rpc.client.RpcChannel;
import dev.multipool.rpc.client.ScriptedRpcServer;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class QuestionSourceTest {
    private static final RpcChannel NOT_CALLED = (RpcChannel) Proxy.newProxyInstance(
            RpcChannel.class.getClassLoader(), new Class<?>[] {RpcChannel.class}, (proxy, method, arguments) -> {
                throw new UnsupportedOperationException(method.getName());
            });

    @Test
    void next_drawsKindsByWeight_andIdsInBounds() {
        CallMix mix = new CallMix(
                Map.of(CallKind.FIND_USER_INFO, 70, CallKind.QUERY_ITEMS, 30, CallKind.MOCK_DELAY, 0),
                3,
                50,
                9,
                KeyDistribution.UNIFORM);
        QuestionSource source = new QuestionSource(NOT_CALLED, mix, new SplittableRandom(7));
        Map<Class<?>, Integer> counts = new HashMap<>();

        for (int i = 0; i < 10_000; i++) {
            Question question = source.next();
            counts.merge(question.getClass(), 1, Integer::sum);
            if (question instanceof AboutItems items) {
                assertThat(items.request().getItemIdsList()).hasSize(3).allMatch(id -> id >= 1 && id <= 9);
            } else if (question instanceof Question.AboutUser user) {
                assertThat(user.id()).isBetween(1L, 50L);
            }
        }

        assertThat(counts).containsOnlyKeys(Question.AboutUser.class, AboutItems.class);
        // 4 standard deviations of a binomial count
        assertThat(counts.get(AboutItems.class)).isCloseTo(3_000, within(184));
    }

    @Test
    void judge_items_wantsAllOfThemInOrder() {
        Question question = new AboutItems(
                NOT_CALLED,
                QueryItemsRequest.newBuilder().addItemIds(4).addItemIds(2).build());

        assertThat(question.judge(items(item(4, true), item(2, true)))).isEqualTo(Verdict.FOUND);
        assertThat(question.judge(items(item(4, true), item(2, false)))).isEqualTo(Verdict.NOT_FOUND);
        assertThat(question.judge(items(item(2, true), item(4, true)))).isEqualTo(Verdict.WRONG);
        assertThat(question.judge(items(item(4, true)))).isEqualTo(Verdict.WRONG);
    }

    @Test
    void judge_user_wantsTheOneAskedFor() {
        Question question = new Question.AboutUser(NOT_CALLED, 4);

        assertThat(question.judge(ScriptedRpcServer.userAnswer(4))).isEqualTo(Verdict.FOUND);
        assertThat(question.judge(ScriptedRpcServer.userAnswer(5))).isEqualTo(Verdict.WRONG);
        assertThat(question.judge(FindUserInfoResponse.getDefaultInstance())).isEqualTo(Verdict.NOT_FOUND);
    }

    @Test
    void judge_delay_wantsOneThatIsNotNegative() {
        Question question = new Question.AboutDelay(NOT_CALLED);

        assertThat(question.judge(delay(0))).isEqualTo(Verdict.FOUND);
        assertThat(question.judge(delay(-1))).isEqualTo(Verdict.WRONG);
    }

    private static DelayResponse delay(long nanos) {
        return DelayResponse.newBuilder().setDelayNanos(nanos).build();
    }

    private static QueryItemsResponse items(Item... items) {
        QueryItemsResponse.Builder response = QueryItemsResponse.newBuilder();
        for (Item item : items) {
            response.addItems(item);
        }
        return response.build();
    }

    private static Item item(long id, boolean found) {
        return Item.newBuilder().setId(id).setFound(found).build();
    }
}
