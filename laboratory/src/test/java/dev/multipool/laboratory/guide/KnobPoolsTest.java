package dev.multipool.laboratory.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.capacity.calibration.MeasuredRun.Cpu;
import dev.multipool.capacity.calibration.MeasuredRun.Seen;
import dev.multipool.laboratory.process.PoolLedger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KnobPoolsTest {
    private static final String WEB = "http-nio-8080-exec";
    private static final String SHOP = "Shop.java:31 (2)";

    @Test
    void of_onePoolOfTheKnobsSize_isThatOne() {
        assertThat(KnobPools.of(List.of(window(20, 5, Map.of(WEB, 20, SHOP, 5, "other", 7)))))
                .isEqualTo(Map.of("threads", Set.of(WEB), "connections", Set.of(SHOP)));
    }

    @Test
    void of_anotherPoolThatHappensToBeAsLarge_isNotKnownUntilAWindowTellsThemApart() {
        GuideWindow first = window(20, 5, Map.of(WEB, 20, SHOP, 5, "other", 20));
        GuideWindow second = window(40, 5, Map.of(WEB, 40, SHOP, 5, "other", 20));

        assertThat(KnobPools.of(List.of(first))).isEqualTo(Map.of("connections", Set.of(SHOP)));
        assertThat(KnobPools.of(List.of(first, second))).containsEntry("threads", Set.of(WEB));
    }

    @Test
    void of_twoKnobsOfOneValue_areNotKnownUntilTheyDiffer() {
        GuideWindow first = window(10, 10, Map.of(WEB, 10, SHOP, 10));
        GuideWindow second = window(16, 10, Map.of(WEB, 16, SHOP, 10));

        assertThat(KnobPools.of(List.of(first))).isEmpty();
        assertThat(KnobPools.of(List.of(first, second)))
                .isEqualTo(Map.of("threads", Set.of(WEB), "connections", Set.of(SHOP)));
    }

    @Test
    void of_poolsThatFollowAKnobTogether_areBothItsOwn() {
        GuideWindow first = window(20, 5, Map.of(WEB, 20, SHOP, 20));
        GuideWindow second = window(40, 5, Map.of(WEB, 40, SHOP, 40));

        assertThat(KnobPools.of(List.of(first, second))).isEqualTo(Map.of("threads", Set.of(WEB, SHOP)));
    }

    @Test
    void of_aPoolThatDoesNotFollow_isNone() {
        GuideWindow first = window(20, 5, Map.of(WEB, 20));
        GuideWindow second = window(40, 5, Map.of(WEB, 20));

        assertThat(KnobPools.of(List.of(first, second))).isEmpty();
        assertThat(KnobPools.of(List.of())).isEmpty();
    }

    private static GuideWindow window(int threads, int connections, Map<String, Integer> maximums) {
        List<PoolLedger> ledgers = new ArrayList<>();
        maximums.forEach((pool, maximum) -> ledgers.add(new PoolLedger(
                pool,
                "eager:core=1,max=" + maximum + ",queue=unbounded",
                10,
                new PoolLedger.Tasks(1000, 0, 0, 0, null),
                new PoolLedger.ThreadTime(5, 1.0, 0, 0, 0, 4, 0))));
        return new GuideWindow(
                SimulatedTruth.values(threads, connections),
                8,
                new Seen(100, 10, 20),
                new Cpu(0.5, 0, 0),
                ledgers,
                List.of());
    }
}
