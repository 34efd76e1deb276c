package dev.multipool.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PoolDivisionTest {

    private static final PoolDemand WEB = new PoolDemand("web", 400, Duration.ofMillis(10));
    private static final PoolDemand MESSAGES = new PoolDemand("messages", 100, Duration.ofMillis(10));

    @Test
    void divide_ofTheExample() {
        List<PoolDemand> demands = List.of(WEB, MESSAGES);

        int total = PoolDivision.total(demands, PoolDivision.DEFAULT_BUFFER);

        assertThat(total).isEqualTo(6);
        assertThat(PoolDivision.divide(total, demands)).isEqualTo(Map.of("web", 5, "messages", 1));
    }

    @Test
    void divide_ofRandomDemands_addsUpAndGivesEachAThread() {
        Random random = new Random(42);
        for (int i = 0; i < 1_000; i++) {
            List<PoolDemand> demands = List.of(
                    new PoolDemand("a", random.nextInt(1000), Duration.ofMillis(random.nextInt(50))),
                    new PoolDemand("b", random.nextInt(1000), Duration.ofMillis(random.nextInt(50))),
                    new PoolDemand("c", 0, Duration.ZERO));
            int total = 3 + random.nextInt(60);

            Map<String, Integer> threads = PoolDivision.divide(total, demands);

            assertThat(threads.values().stream().mapToInt(Integer::intValue).sum())
                    .isEqualTo(total);
            assertThat(threads.values()).allSatisfy(n -> assertThat(n).isPositive());
        }
    }

    @Test
    void divide_ofTooFewThreads_isRefused() {
        assertThatThrownBy(() -> PoolDivision.divide(1, List.of(WEB, MESSAGES)))
                .hasMessage("total: 1 (expected: >= 2, a thread for each pool)");
        assertThatThrownBy(() -> PoolDivision.divide(5, List.of(WEB, WEB))).hasMessage("pool: web (expected: once)");
    }
}
