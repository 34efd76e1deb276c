package dev.multipool.perf.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.multipool.bench.machine.WatchedMachine;
import dev.multipool.bench.plan.CallKind;
import dev.multipool.bench.plan.CallMix;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.plan.LoadProfile;
import dev.multipool.bench.result.LoadResultJson;
import dev.multipool.perf.process.GeneratorOrder;
import dev.multipool.perf.result.Demand;
import dev.multipool.perf.result.Demand.Arrivals;
import dev.multipool.perf.result.Demand.ClosedLoop;
import dev.multipool.perf.result.Demand.OpenLoop;
import dev.multipool.perf.result.Load;
import dev.multipool.perf.result.Load.Items;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GeneratorPlanTest {

    @Test
    void closedLoop_hasUsersTheirPausesAndTheTimes() {
        LoadPlan plan = plan(new ClosedLoop(160, 0.5, 0.01), Map.of());

        assertThat(plan)
                .returns("127.0.0.1", LoadPlan::host)
                .returns(8000, LoadPlan::port)
                .returns(4, LoadPlan::connections)
                .returns(
                        new LoadModel.ClosedLoop(
                                160, Duration.ofMillis(500), Duration.ofMillis(10), LoadProfile.CONSTANT),
                        LoadPlan::load)
                .returns(
                        new LoadPlan.Timing(Duration.ofMillis(2500), Duration.ofSeconds(10), Duration.ofSeconds(1)),
                        LoadPlan::timing);
        assertThat(((CallMix) plan.calls()).weights()).isEqualTo(Map.of(CallKind.FIND_USER_INFO, 1));
        assertThat(((CallMix) plan.calls()).maxUserId()).isEqualTo(99);
    }

    @Test
    void openLoop_hasRateArrivalsAndMix() {
        LoadPlan plan =
                plan(new OpenLoop(60_000.4, Arrivals.POISSON, 5000), Map.of("query-items", 30, "find-user-info", 70));

        assertThat(plan.load())
                .isEqualTo(new LoadModel.OpenLoop(60_000, LoadModel.Arrivals.POISSON, 5000, LoadProfile.CONSTANT));
        assertThat(((CallMix) plan.calls()).weights())
                .isEqualTo(Map.of(CallKind.FIND_USER_INFO, 70, CallKind.QUERY_ITEMS, 30));
    }

    @Test
    void queryItems_hasHowManyOfHowMany() {
        Load load = load(new ClosedLoop(5, 0, 0.01), Map.of())
                .calling("query-items", new Items(5, 1000))
                .patient(10);

        LoadPlan plan = GeneratorPlan.of(load, 8000);

        assertThat(((CallMix) plan.calls()).items()).isEqualTo(5);
        assertThat(((CallMix) plan.calls()).maxItemId()).isEqualTo(1000);
        assertThat(plan.timing().callTimeout()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void fewUsers_areWarmedUpByMore_andManyByThemselves() {
        Load load = new Load(new ClosedLoop(1, 0, 0.01), Map.of(), 1, 2.5, 10, 1, 99, null).warmedUpBy(16);

        assertThat(GeneratorPlan.of(load, 8000).timing().warmupLevel()).isEqualTo(16);
        assertThat(GeneratorPlan.of(load.with(new ClosedLoop(16, 0, 0.01)), 8000)
                        .timing()
                        .warmupLevel())
                .isNull();
        assertThat(GeneratorPlan.of(load.with(new OpenLoop(60_000, Arrivals.POISSON, 5000)), 8000)
                        .timing()
                        .warmupLevel())
                .isNull();
    }

    @Test
    void extended_mayLastThreeTimesAsLong() {
        Load load = load(new ClosedLoop(8, 0, 0.01), Map.of());

        assertThat(GeneratorPlan.extended(load, GeneratorPlan.of(load, 8000))
                        .timing()
                        .longest())
                .isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void order_isTheSameAfterAJourneyAsJson() throws JsonProcessingException {
        ObjectMapper json = new ObjectMapper().registerModule(LoadResultJson.values());
        GeneratorOrder order = new GeneratorOrder(
                plan(new OpenLoop(60_000, Arrivals.CONSTANT, 5000), Map.of("query-items", 1)),
                new WatchedMachine(4711L, List.of(1L, 2L), null, null, Set.of(0, 3)),
                Path.of("target/result.json").toAbsolutePath());

        assertThat(json.readValue(json.writeValueAsString(order), GeneratorOrder.class))
                .isEqualTo(order);
    }

    private static LoadPlan plan(Demand demand, Map<String, Integer> mix) {
        return GeneratorPlan.of(load(demand, mix), 8000);
    }

    private static Load load(Demand demand, Map<String, Integer> mix) {
        return new Load(demand, mix, 4, 2.5, 10, 1, 99, null);
    }
}
