package dev.multipool.laboratory.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.multipool.capacity.calibration.MeasuredRun.Seen;
import dev.multipool.laboratory.guide.Guidance.Standing;
import dev.multipool.laboratory.guide.SimulatedTruth.Kind;
import dev.multipool.laboratory.process.PoolLedger;
import dev.multipool.laboratory.sizing.Guide;
import dev.multipool.laboratory.sizing.KnobScale;
import dev.multipool.laboratory.sizing.KnobSpace;
import dev.multipool.laboratory.sizing.SizeSearch;
import dev.multipool.laboratory.sizing.Unguided;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A simulated service whose best sizes lie far from where a search begins. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@Tag("once")
class ModelGuideTest {
    private static final KnobSpace SPACE = new KnobSpace(
            List.of(KnobScale.logarithmic("threads", 2, 200), KnobScale.logarithmic("connections", 2, 50)),
            values -> true);

    private final List<String> said = new ArrayList<>();
    private final ModelGuide guide = new ModelGuide(SimulatedTruth.LIMIT_MILLIS, SimulatedTruth.CORES, said::add);

    /** From equal sizes, which pool belongs to which knob is not known before a window in which these differ. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void search_withAGuide_needsTwoThirdsOfTheWindows(Kind kind) throws InterruptedException {
        assertGuided(kind, 4, 2);
    }

    @ParameterizedTest
    @Tag("full")
    @CsvSource({"LEASE,4,4", "TASKS,200,2"})
    void search_withAGuide_fromOtherSizes_needsTwoThirdsOfTheWindowsToo(Kind kind, int threads, int connections)
            throws InterruptedException {
        assertGuided(kind, threads, connections);
    }

    private void assertGuided(Kind kind, int threads, int connections) throws InterruptedException {
        SimulatedTruth alone = search(new SimulatedTruth(kind, null, 0), new Unguided(), threads, connections);
        SimulatedTruth guided = search(new SimulatedTruth(kind, guide, 0), guide, threads, connections);

        assertThat(guided.windowsUntilGood()).isLessThanOrEqualTo(alone.windowsUntilGood());
        assertThat(3 * guided.windows()).isLessThanOrEqualTo(2 * alone.windows());
        assertThat(guide.guidance().standing()).isEqualTo(Standing.GUIDED);
        assertThat(guide.guidance().flow()).hasSize(2).last().isEqualTo(SimulatedTruth.INNER);
        assertThat(guide.guidance().flow().get(0)).startsWith(SimulatedTruth.THREADS);
        assertThat(guide.guidance().knobs())
                .isEqualTo(Map.of(
                        "threads",
                        Set.of(guide.guidance().flow().get(0)),
                        "connections",
                        Set.of(SimulatedTruth.INNER)));
        assertThat(said).containsExactly("a model guides the search; it knows connections, threads");
    }

    @ParameterizedTest
    @Tag("full")
    @EnumSource(Kind.class)
    void search_whoseWindowsScatter_isGuidedAllTheSame(Kind kind) throws InterruptedException {
        SimulatedTruth guided = search(new SimulatedTruth(kind, guide, 0.03), guide, 4, 2);

        assertThat(guided.windowsUntilGood()).isLessThan(10);
        assertThat(guide.guidance().standing()).isEqualTo(Standing.GUIDED);
    }

    @Test
    void predict_sizesThatWereNeverMeasured_isNearWhatIsMeasuredThen() {
        SimulatedTruth truth = new SimulatedTruth(Kind.TASKS, guide, 0);
        List.of(1, 3, 8).forEach(users -> truth.measure(SimulatedTruth.values(4, 2), users));

        double predicted =
                guide.predict(SimulatedTruth.values(40, 25), 63).orElseThrow().throughputPerSecond();

        double measured =
                truth.measure(SimulatedTruth.values(40, 25), 63).orElseThrow().throughputPerSecond();
        assertThat(predicted).isCloseTo(measured, within(0.05 * measured));
        assertThat(guide.guidance().predictions()).hasSize(1).allSatisfy(prediction -> {
            assertThat(prediction.predictedPerSecond()).isEqualTo(predicted);
            assertThat(prediction.measuredPerSecond()).isEqualTo(measured);
        });
    }

    @Test
    void predict_withoutAnAgent_tellsNothing() {
        SimulatedTruth truth = new SimulatedTruth(Kind.LEASE, null, 0);
        for (int users : new int[] {1, 3, 8}) {
            GuideWindow told = truth.window(SimulatedTruth.values(4, 2), users);
            guide.learn(new GuideWindow(told.values(), told.users(), told.seen(), told.cpu(), List.of(), null));
        }

        assertThat(guide.predict(SimulatedTruth.values(4, 2), 8)).isEmpty();
        assertThat(guide.needsLoads()).isFalse();
        assertThat(guide.guidance().standing()).isEqualTo(Standing.NO_AGENT);
    }

    @Test
    void predict_whereNoPoolServesTheCalls_tellsNothing() {
        SimulatedTruth truth = new SimulatedTruth(Kind.LEASE, null, 0);
        GuideWindow told = truth.window(SimulatedTruth.values(4, 2), 8);
        Seen tenTimes = new Seen(
                10 * told.seen().throughputPerSecond(),
                told.seen().meanMillis(),
                told.seen().p99Millis());
        guide.learn(new GuideWindow(told.values(), 8, tenTimes, told.cpu(), told.pools(), told.edges()));

        assertThat(guide.predict(SimulatedTruth.values(4, 2), 8)).isEmpty();
        assertThat(guide.guidance().standing()).isEqualTo(Standing.FLOW_UNKNOWN);
    }

    @Test
    void predict_whereTheKnobSetsNoPoolOfTheFlow_tellsNothing() {
        SimulatedTruth truth = new SimulatedTruth(Kind.LEASE, null, 0);
        GuideWindow told = truth.window(SimulatedTruth.values(4, 2), 8);
        guide.learn(new GuideWindow(Map.of("heap", "512"), 8, told.seen(), told.cpu(), told.pools(), told.edges()));

        assertThat(guide.predict(Map.of("heap", "512"), 8)).isEmpty();
        assertThat(guide.guidance().standing()).isEqualTo(Standing.NO_KNOB_KNOWN);
    }

    @Test
    void predict_withAnotherValueOfAKnobThatSetsNoPool_tellsNothing() {
        SimulatedTruth truth = new SimulatedTruth(Kind.LEASE, null, 0);
        List.of(1, 3, 8).forEach(users -> guide.learn(withHeap("512", truth, users)));
        guide.learn(withHeap("1024", truth, 8));

        assertThat(guide.predict(withHeap("512", truth, 5).values(), 5)).isPresent();
        assertThat(guide.predict(withHeap("1024", truth, 5).values(), 5)).isEmpty();
    }

    private static GuideWindow withHeap(String heap, SimulatedTruth truth, int users) {
        GuideWindow told = truth.window(SimulatedTruth.values(4, 2), users);
        Map<String, String> values = new HashMap<>(told.values());
        values.put("heap", heap);
        return new GuideWindow(values, users, told.seen(), told.cpu(), told.pools(), told.edges());
    }

    @Test
    void needsLoads_untilThereAreThree() {
        SimulatedTruth truth = new SimulatedTruth(Kind.LEASE, guide, 0);
        truth.measure(SimulatedTruth.values(4, 2), 8);
        truth.measure(SimulatedTruth.values(4, 2), 4);

        assertThat(guide.needsLoads()).isTrue();
        assertThat(guide.guidance().standing()).isEqualTo(Standing.TOO_FEW_LOADS);
        truth.measure(SimulatedTruth.values(4, 2), 2);
        assertThat(guide.needsLoads()).isFalse();
        assertThat(guide.guidance().standing()).isEqualTo(Standing.GUIDED);
    }

    /** Such as a lock that the model knows nothing of. */
    @Test
    void predict_aValueThatIsNoSizeOfAPool_tellsNothing() {
        SimulatedTruth truth = new SimulatedTruth(Kind.LEASE, null, 0);
        List.of(1, 3, 8).forEach(users -> guide.learn(withHeap("512", truth, users)));
        Map<String, String> values = withHeap("512", truth, 5).values();
        String knob = guide.guidance().knobs().keySet().iterator().next();
        Map<String, String> others = new HashMap<>(values);
        others.put(knob, "unbounded");

        assertThat(guide.predict(values, 5)).isPresent();
        assertThat(guide.predict(others, 5)).isEmpty();
    }

    @Test
    void predict_onceItsOwnWindowsAreMissed_tellsNothingAnyMore() {
        SimulatedTruth truth = new SimulatedTruth(Kind.LEASE, guide, 0);
        List.of(1, 3, 8).forEach(users -> truth.measure(SimulatedTruth.values(10, 5), users));
        assertThat(guide.predict(SimulatedTruth.values(40, 25), 40)).isPresent();

        GuideWindow window = truth.window(SimulatedTruth.values(40, 25), 40);
        Seen half = new Seen(
                window.seen().throughputPerSecond() / 2,
                2 * window.seen().meanMillis(),
                window.seen().p99Millis());
        List<PoolLedger> inTwiceTheTime = window.pools().stream()
                .map(pool -> new PoolLedger(pool.pool(), pool.spec(), 2 * pool.seconds(), pool.tasks(), pool.threads()))
                .toList();
        guide.learn(new GuideWindow(window.values(), 40, half, window.cpu(), inTwiceTheTime, window.edges()));

        assertThat(guide.predict(SimulatedTruth.values(40, 25), 40)).isEmpty();
        assertThat(guide.guidance().standing()).isEqualTo(Standing.MISSED);
        assertThat(guide.guidance().missed()).isGreaterThan(0.15);
        assertThat(said)
                .hasSize(2)
                .last()
                .asString()
                .startsWith("the model is ignored from now on: it misses its own windows by ");
    }

    private static SimulatedTruth search(SimulatedTruth truth, Guide guide, int threads, int connections)
            throws InterruptedException {
        SizeSearch search = new SizeSearch(SPACE, truth, guide, SimulatedTruth.LIMIT_MILLIS, 1000);
        truth.judge(search);
        search.search(SimulatedTruth.values(threads, connections), 8);
        return truth;
    }
}
