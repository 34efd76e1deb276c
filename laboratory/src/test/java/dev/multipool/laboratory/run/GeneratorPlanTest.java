package dev.multipool.laboratory.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.multipool.bench.machine.WatchedMachine;
import dev.multipool.bench.plan.CallMix;
import dev.multipool.bench.plan.Calls;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.plan.LoadProfile;
import dev.multipool.bench.result.LoadResultJson;
import dev.multipool.laboratory.process.GeneratorOrder;
import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.Demand.Arrivals;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Demand.OpenLoop;
import dev.multipool.laboratory.result.Load;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GeneratorPlanTest {
    private static final Calls CALLS = CallMix.findUserInfo(99);

    @Test
    void closedLoop_hasUsersTheirPausesAndTheTimes() {
        LoadPlan plan = plan(new ClosedLoop(160, 0.5, 0.01));

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
        assertThat(plan.calls()).isEqualTo(CALLS);
    }

    @Test
    void openLoop_hasRateAndArrivals() {
        LoadPlan plan = plan(new OpenLoop(60_000.4, Arrivals.POISSON, 5000));

        assertThat(plan.load())
                .isEqualTo(new LoadModel.OpenLoop(60_000, LoadModel.Arrivals.POISSON, 5000, LoadProfile.CONSTANT));
    }

    @Test
    void fewUsers_areWarmedUpByMore_andManyByThemselves() {
        Load load = new Load(new ClosedLoop(1, 0, 0.01), Map.of(), 1, 2.5, 10, 1, 99, null).warmedUpBy(16);

        assertThat(plan(load).timing().warmupLevel()).isEqualTo(16);
        assertThat(plan(load.with(new ClosedLoop(16, 0, 0.01))).timing().warmupLevel())
                .isNull();
        assertThat(plan(load.with(new OpenLoop(60_000, Arrivals.POISSON, 5000)))
                        .timing()
                        .warmupLevel())
                .isNull();
    }

    @Test
    void ofRun_mayLastThreeTimesAsLong() {
        Load load = load(new ClosedLoop(8, 0, 0.01));

        assertThat(GeneratorPlan.ofRun(load, plan(load), 7).timing().longest()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void ofRun_openLoop_hasOtherArrivalsInEachRun_andAClosedLoopTheSameCalls() {
        Load open = load(new OpenLoop(1000, Arrivals.POISSON, 5000));
        Load closed = load(new ClosedLoop(8, 0, 0.01));

        assertThat(GeneratorPlan.ofRun(open, plan(open), 7).seed())
                .isNotEqualTo(GeneratorPlan.ofRun(open, plan(open), 8).seed());
        assertThat(GeneratorPlan.ofRun(closed, plan(closed), 7).seed())
                .isEqualTo(GeneratorPlan.ofRun(closed, plan(closed), 8).seed());
    }

    @Test
    void order_isTheSameAfterAJourneyAsJson() throws JsonProcessingException {
        ObjectMapper json = new ObjectMapper().registerModule(LoadResultJson.values());
        GeneratorOrder order = new GeneratorOrder(
                plan(new OpenLoop(60_000, Arrivals.CONSTANT, 5000)),
                new WatchedMachine(List.of(4711L), List.of(1L, 2L), null, null, Set.of(0, 3)),
                Path.of("target/result.json").toAbsolutePath());

        assertThat(json.readValue(json.writeValueAsString(order), GeneratorOrder.class))
                .isEqualTo(order);
    }

    private static LoadPlan plan(Demand demand) {
        return plan(load(demand));
    }

    private static LoadPlan plan(Load load) {
        return GeneratorPlan.of(load, "127.0.0.1", 8000, CALLS);
    }

    private static Load load(Demand demand) {
        return new Load(demand, Map.of(), 4, 2.5, 10, 1, 99, null);
    }
}
