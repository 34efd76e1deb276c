package dev.multipool.perf.own;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.bench.plan.CallKind;
import dev.multipool.bench.plan.CallMix;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.Load.Items;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnServerTest {

    @Test
    void calls_withoutAMix_areFindUserInfoOfTheSeededUsers() {
        CallMix calls = OwnServer.calls(load(Map.of()));

        assertThat(calls.weights()).isEqualTo(Map.of(CallKind.FIND_USER_INFO, 1));
        assertThat(calls.maxUserId()).isEqualTo(99);
    }

    @Test
    void calls_haveTheSharesOfTheMix() {
        CallMix calls = OwnServer.calls(load(Map.of("query-items", 30, "find-user-info", 70)));

        assertThat(calls.weights()).isEqualTo(Map.of(CallKind.FIND_USER_INFO, 70, CallKind.QUERY_ITEMS, 30));
    }

    @Test
    void calls_ofQueryItems_askForHowManyOfHowMany() {
        CallMix calls = OwnServer.calls(load(Map.of()).calling("query-items", new Items(5, 1000)));

        assertThat(calls.items()).isEqualTo(5);
        assertThat(calls.maxItemId()).isEqualTo(1000);
    }

    private static Load load(Map<String, Integer> mix) {
        return new Load(new ClosedLoop(5, 0, 0.01), mix, 4, 2.5, 10, 1, 99, null);
    }
}
