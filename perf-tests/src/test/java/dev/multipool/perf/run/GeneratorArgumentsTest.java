package dev.multipool.perf.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.perf.result.Demand;
import dev.multipool.perf.result.Demand.Arrivals;
import dev.multipool.perf.result.Demand.ClosedLoop;
import dev.multipool.perf.result.Demand.OpenLoop;
import dev.multipool.perf.result.Load;
import dev.multipool.perf.result.Load.Items;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GeneratorArgumentsTest {
    private static final String COMMON =
            " --connections 4 --warmup 2500ms --duration 10000ms --timeout 1000ms --max-user-id 99";

    @Test
    void closedLoop_tellsUsersAndBackOff() {
        assertThat(arguments(new ClosedLoop(160, 0, 0.01), Map.of()))
                .isEqualTo("run --target h:1 --users 160 --reject-backoff 10ms" + COMMON);
        assertThat(arguments(new ClosedLoop(5, 0.5, 0.01), Map.of()))
                .isEqualTo("run --target h:1 --users 5 --think-time 500ms --reject-backoff 10ms" + COMMON);
    }

    @Test
    void openLoop_tellsRateAndArrivals() {
        assertThat(arguments(
                        new OpenLoop(60_000.4, Arrivals.POISSON, 5000),
                        Map.of("query-items", 30, "find-user-info", 70)))
                .isEqualTo("run --target h:1 --rate 60000 --arrivals poisson --max-in-flight 5000"
                        + " --mix find-user-info=70,query-items=30" + COMMON);
    }

    @Test
    void queryItems_tellsHowManyOfHowMany() {
        Load load = new Load(new ClosedLoop(5, 0, 0.01), Map.of(), 4, 2.5, 10, 1, 99, null)
                .calling("query-items", new Items(5, 1000))
                .patient(10);

        assertThat(String.join(" ", GeneratorArguments.of(load, "h:1")))
                .isEqualTo(
                        "run --target h:1 --users 5 --reject-backoff 10ms --mix query-items=1 --items 5 --max-item-id 1000"
                                + COMMON.replace("--timeout 1000ms", "--timeout 10000ms"));
    }

    @Test
    void fewUsers_areWarmedUpByMore_andManyByThemselves() {
        Load load = new Load(new ClosedLoop(1, 0, 0.01), Map.of(), 1, 2.5, 10, 1, 99, null).warmedUpBy(16);

        assertThat(String.join(" ", GeneratorArguments.of(load, "h:1"))).contains(" --warmup-level 16 ");
        assertThat(GeneratorArguments.of(load.with(new ClosedLoop(16, 0, 0.01)), "h:1"))
                .doesNotContain("--warmup-level");
        assertThat(GeneratorArguments.of(load.with(new OpenLoop(60_000, Arrivals.POISSON, 5000)), "h:1"))
                .doesNotContain("--warmup-level");
    }

    private static String arguments(Demand demand, Map<String, Integer> mix) {
        return String.join(" ", GeneratorArguments.of(new Load(demand, mix, 4, 2.5, 10, 1, 99, null), "h:1"));
    }
}
