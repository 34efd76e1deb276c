package dev.multipool.capacity.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.multipool.capacity.published.PublishedRow.Status;
import dev.multipool.capacity.sim.SimulationResult;
import dev.multipool.pools.LedgerSnapshot;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How near the models come to what was published; docs/model.md has the tables. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@Tag("once")
class PublishedTablesTest {

    /** Rows at which one per cent of CPU moves TP99 by a millisecond: CPU at 98 % or more, fewer than 80 users. */
    private static final Set<String> AT_THE_CLIFF = Set.of(
            "fixed 24",
            "fixed 25",
            "fixed 26",
            "cached 24",
            "cached 25",
            "queue T20 U23",
            "queue T24 U22",
            "queue T25 U22");

    private static List<PublishedRow> rows = List.of();

    @BeforeAll
    static void simulate() {
        rows = PublishedTables.rows();
    }

    @Test
    void jsf_throughput_isWithinThreePerCentOnAverage_andNeverEightOff() {
        List<PublishedRow> throughputs = jsf("tps");

        assertThat(throughputs).hasSize(17);
        assertThat(throughputs.stream()
                        .mapToDouble(row -> Math.abs(relativeError(row)))
                        .average()
                        .orElseThrow())
                .isLessThanOrEqualTo(0.03);
        assertThat(throughputs)
                .allSatisfy(row -> assertThat(Math.abs(relativeError(row))).isLessThanOrEqualTo(0.08));
    }

    @Test
    void jsf_knee_isBetween24And25Users() {
        assertThat(find("fixed 24", "tp99_ms").simulated()).isLessThan(10);
        assertThat(find("cached 24", "tp99_ms").simulated()).isLessThan(10);
        assertThat(find("fixed 25", "tp99_ms").simulated()).isGreaterThan(10);
        assertThat(find("cached 25", "tp99_ms").simulated()).isGreaterThan(10);
    }

    @Test
    void jsf_tp99FarBeyondTheKnee_isWithinTenPerCent() {
        assertThat(Math.abs(relativeError(find("cached 80", "tp99_ms")))).isLessThanOrEqualTo(0.1);
        assertThat(Math.abs(relativeError(find("cached 200", "tp99_ms")))).isLessThanOrEqualTo(0.1);
    }

    @Test
    void jsf_tp99OffTheCliff_isWithinFifteenPerCentOrOneMillisecond() {
        List<PublishedRow> offTheCliff = jsf("tp99_ms").stream()
                .filter(row -> !AT_THE_CLIFF.contains(row.row()))
                .toList();

        assertThat(offTheCliff).hasSize(9).allSatisfy(row -> assertThat(row.simulated())
                .isCloseTo(row.published(), within(Math.max(1, 0.15 * row.published()))));
    }

    @Test
    void jsf_cpuOfTheRowsWithoutAFullQueue_isWithinSixPoints() {
        assertThat(jsf("cpu_percent"))
                .filteredOn(row -> !row.row().equals("queue T16 U50"))
                .allSatisfy(row -> assertThat(row.simulated()).isCloseTo(row.published(), within(6.0)));
        // with a full queue no thread parks, and a call seems to cost less: the model has no such effect
        assertThat(find("queue T16 U50", "cpu_percent").simulated()).isCloseTo(87.97, within(9.5));
    }

    /** The misses that docs/model.md explains: a model that hit them by chance would make the page wrong. */
    @Test
    void jsf_knownMisses_areStillMisses() {
        assertThat(relativeError(find("queue T20 U23", "tp99_ms"))).isLessThan(-0.3);
        assertThat(relativeError(find("fixed 25", "tp99_ms"))).isLessThan(-0.15);
        assertThat(find("cached 200", "tps").simulated())
                .isGreaterThan(0.98 * find("cached 80", "tps").simulated());
    }

    @Test
    void littlesLaw_deadTimeIsWithinAPoint_andRetiredWithinTwoPerCent() {
        assertThat(table("littles-law", "dead_time_ratio_percent"))
                .hasSize(4)
                .allSatisfy(row -> assertThat(row.simulated()).isCloseTo(row.published(), within(1.0)));
        assertThat(table("littles-law", "retired"))
                .hasSize(2)
                .allSatisfy(row -> assertThat(Math.abs(relativeError(row))).isLessThanOrEqualTo(0.02));
    }

    @Test
    void hystrix_allEightCases_areWithinOnePerCent() {
        assertThat(table("hystrix-isolation", "rps"))
                .hasSize(8)
                .allSatisfy(row -> assertThat(Math.abs(relativeError(row))).isLessThanOrEqualTo(0.01));
    }

    @Test
    void hystrix_oneUserMoreThanThreads_fillsTheClientsMeanWithRejections() {
        SimulationResult isolated = HystrixModel.simulate(true, 320, 11);
        double answered = isolated.counts().completed() + isolated.counts().failed();
        double clientMean = (isolated.responseTimeNanos().sum()
                        + isolated.seen().failedTimeNanos().sum())
                / answered
                / 1e6;

        assertThat(clientMean).isCloseTo(14, within(2.5));
        assertThat(isolated.meanMillis()).isCloseTo(320, within(10.0));
        assertThat(HystrixModel.simulate(false, 320, 200).counts().failed()).isZero();
        assertThat(HystrixModel.simulate(false, 320, 201).counts().successRatio())
                .isLessThan(0.6);
    }

    @Test
    void tomcat_peaks_areWithinTwoPerCent_andAtTheNumberOfThreads() {
        assertThat(table("tomcat-max-threads", "peak_tps"))
                .hasSize(3)
                .allSatisfy(row -> assertThat(Math.abs(relativeError(row))).isLessThanOrEqualTo(0.02));
        for (int threads : new int[] {50, 200}) {
            double atTheKnee = TomcatModel.simulate(threads, threads).tps();
            assertThat(TomcatModel.simulate(threads, threads / 2).tps()).isLessThan(0.52 * atTheKnee);
            assertThat(TomcatModel.simulate(threads, 600).tps()).isLessThan(1.02 * atTheKnee);
        }
    }

    @Test
    void nestedPools_selectOf25_isIdleForTheMostPart_and10DoTheSame() {
        SimulationResult oversized = NestedPoolsModel.simulate(5, 25, 100);
        SimulationResult smaller = NestedPoolsModel.simulate(5, 10, 100);

        assertThat(oversized.cpu().percent()).isCloseTo(80, within(2.0));
        assertThat(oversized.pool("select").utilization()).isLessThan(0.5);
        assertThat(smaller.pool("select").utilization()).isGreaterThan(0.8);
        assertThat(smaller.tps()).isCloseTo(oversized.tps(), within(0.06 * oversized.tps()));
    }

    @Test
    void nestedPools_moreUsers_raiseTheResponseTimeOnly() {
        for (int[] pools : new int[][] {{5, 25}, {5, 10}, {10, 10}}) {
            SimulationResult few = NestedPoolsModel.simulate(pools[0], pools[1], 50);
            SimulationResult many = NestedPoolsModel.simulate(pools[0], pools[1], 100);

            assertThat(many.tps()).isCloseTo(few.tps(), within(0.02 * few.tps()));
            assertThat(many.meanMillis()).isGreaterThan(1.8 * few.meanMillis());
        }
    }

    @Test
    void nestedPools_commonWaitsOnTheLatch_whereSelectIsTooSmall() {
        SimulationResult tooSmall = NestedPoolsModel.simulate(10, 10, 100);
        SimulationResult larger = NestedPoolsModel.simulate(10, 20, 100);

        assertThat(joinWait(tooSmall.pool("common"))).isGreaterThan(0.85);
        assertThat(tooSmall.pool("select").utilization()).isGreaterThan(0.98);
        assertThat(larger.tps()).isGreaterThan(1.15 * tooSmall.tps());
        assertThat(larger.cpu().percent()).isGreaterThan(94);
        assertThat(joinWait(larger.pool("common"))).isGreaterThan(0.7);
    }

    @Test
    void nestedPools_recommendedSizes_giveThePublishedThroughput_butNotItsResponseTime() {
        SimulationResult recommended = NestedPoolsModel.simulate(8, 12, 100);

        assertThat(NestedPoolsModel.tps(recommended)).isCloseTo(760, within(0.03 * 760));
        assertThat(recommended.cpu().percent()).isCloseTo(90, within(3.0));
        // 100 users at 760 per second are 131.6 ms by Little's law; the published 100 ms can't be
        assertThat(recommended.meanMillis()).isCloseTo(100 / NestedPoolsModel.tps(recommended) * 1e3, within(1.0));
    }

    @Test
    void everyFigureThatSetAParameter_isMarked() {
        assertThat(find("fixed 20", "tps").status()).isEqualTo(Status.FIT);
        assertThat(find("fixed 16", "tps").status()).isEqualTo(Status.PREDICTED);
        assertThat(find("cached 80", "tp99_ms").status()).isEqualTo(Status.POST_HOC);
        assertThat(rows).allSatisfy(row -> assertThat(row.simulated()).isFinite());
        assertThat(rows).hasSizeGreaterThan(90);
    }

    private static double joinWait(LedgerSnapshot pool) {
        return (double) pool.times().joinWaitNanos() / pool.times().workerNanos();
    }

    private static List<PublishedRow> jsf(String metric) {
        return rows.stream()
                .filter(row -> row.table().startsWith("jsf") && row.metric().equals(metric))
                .toList();
    }

    private static List<PublishedRow> table(String table, String metric) {
        return rows.stream()
                .filter(row -> row.table().equals(table) && row.metric().equals(metric))
                .toList();
    }

    private static PublishedRow find(String row, String metric) {
        return rows.stream()
                .filter(r -> r.row().equals(row) && r.metric().equals(metric))
                .findFirst()
                .orElseThrow();
    }

    private static double relativeError(PublishedRow row) {
        return (row.simulated() - row.published()) / row.published();
    }
}
