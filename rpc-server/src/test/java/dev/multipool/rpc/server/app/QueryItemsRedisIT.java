package dev.multipool.rpc.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.item.ItemServiceMethods;
import dev.multipool.item.v1.QueryItemsRequest;
import dev.multipool.redis.SampleItems;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.client.RpcClient;
import dev.multipool.rpc.server.app.items.SequentialItems;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** queryItems from configuration alone, against the Redis that MULTIPOOL_REDIS asks for. */
@ExtendWith(LeakCheck.class)
class QueryItemsRedisIT {
    private static final int ITEMS = 60;
    private static final int SEED = 7;

    @RegisterExtension
    static final ServiceOnRedis services = new ServiceOnRedis();

    /** The sizes of common and select that seed 001 tries. */
    @ParameterizedTest
    @CsvSource({"5, 25", "5, 10", "10, 10", "10, 20", "8, 12"})
    void queryItems_onThePoolsOfSeed001_readsWhatTheSeederWrote(int common, int select) throws Exception {
        serve(Map.of(
                "pools.common", "fixed:threads=" + common + ",queue=1000",
                "pools.select", "fixed:threads=" + select + ",queue=1000"));
    }

    @ParameterizedTest
    @CsvSource({
        "common-select, async",
        "common-select, direct",
        "io-cpu, blocking",
        "io-cpu, async",
    })
    void queryItems_onOtherLayoutsAndModels_readsWhatTheSeederWrote(String layout, String execution) throws Exception {
        serve(Map.of(
                "methods.query-items.layout", layout,
                "methods.query-items.execution", execution,
                "methods.query-items.convert-cpu", "5us",
                "methods.query-items.merge-cpu", "10us",
                "mock.delay", "lognormal:1ms,cv=0.3"));
    }

    private static void serve(Map<String, String> pools) throws Exception {
        Map<String, String> flags = new HashMap<>(
                Map.of("redis.seed", Integer.toString(SEED), "redis.seed-items", Integer.toString(ITEMS)));
        flags.putAll(pools);
        try (UserService service = services.start(flags);
                RpcClient client = ServiceOnRedis.clientOf(service)) {
            // the last request goes beyond what was written
            for (long first = 1; first <= ITEMS; first += 9) {
                List<Long> ids = LongStream.range(first, first + 9).boxed().toList();
                QueryItemsRequest request =
                        QueryItemsRequest.newBuilder().addAllItemIds(ids).build();

                assertThat(client.callBlocking(ItemServiceMethods.QUERY_ITEMS, request, Duration.ofSeconds(20)))
                        .isEqualTo(SequentialItems.answer(
                                ids,
                                4,
                                (id, part) ->
                                        id > ITEMS ? Optional.empty() : Optional.of(SampleItems.part(SEED, id, part))));
            }
        }
    }
}
