package dev.multipool.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.multipool.bench.machine.CpuUsage;
import dev.multipool.bench.machine.GcPauses;
import dev.multipool.bench.result.Fault;
import dev.multipool.bench.result.InvalidReason;
import dev.multipool.bench.result.LoadResult.Sending;
import dev.multipool.bench.result.Percentiles;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ValidityTest {
    private static final long SECOND = 1_000_000_000L;
    private static final LoadCounts GOOD_COUNTS = new LoadCounts(110, 10, 100, 100, 0, Map.of(), 0);
    private static final CpuUsage GOOD_CPU = new CpuUsage(0.8, 1.2, 0.0, 0.05, Map.of("loop", 0.7));

    private final MeasuredWindow window = new MeasuredWindow(0, 3 * SECOND);

    @Test
    void steadyRun_hasNoReasons() {
        assertThat(reasons(GOOD_COUNTS, GOOD_CPU)).isEmpty();
        assertThat(Validity.reasonsAgainst(new ThroughputSeries.Thirds(1000, 1000, 1)))
                .isEmpty();
    }

    @Test
    void driftingRun_saysBothRates() {
        assertThat(Validity.reasonsAgainst(new ThroughputSeries.Thirds(1000, 0, 1)))
                .extracting(InvalidReason::fault, InvalidReason::text)
                .containsExactly(tuple(
                        Fault.NOT_STEADY,
                        "not steady: 1000 calls/s in the first third of the clean time, 0 in the last"
                                + " (expected: at most 15 % apart)"));
    }

    @Test
    void stoppedRun_saysHowMuchWasMeasured() {
        window.endAt(SECOND);

        assertThat(reasons(GOOD_COUNTS, GOOD_CPU))
                .extracting(InvalidReason::fault, InvalidReason::text)
                .containsExactly(tuple(Fault.STOPPED_EARLY, "stopped early: 1.0 s of 3.0 s were measured"));
    }

    @Test
    void generatorNearAllCores_wasTheBottleneck() {
        CpuUsage busy = new CpuUsage(1.9, null, null, null, Map.of());

        assertThat(reasons(GOOD_COUNTS, busy))
                .extracting(InvalidReason::fault, InvalidReason::text)
                .containsExactly(tuple(
                        Fault.GENERATOR_BOTTLENECK,
                        "the generator was the bottleneck: it used 1.90 of the 2 cores it may use"
                                + " (expected: at most 90 %)"));
    }

    @Test
    void oneEventLoopNearOneCore_wasTheBottleneckToo() {
        CpuUsage busy = new CpuUsage(1.0, null, null, null, Map.of("rpc-client-1-1", 0.95));

        assertThat(reasons(GOOD_COUNTS, busy))
                .extracting(InvalidReason::fault, InvalidReason::text)
                .containsExactly(tuple(
                        Fault.GENERATOR_BOTTLENECK,
                        "the generator was the bottleneck: its event loop rpc-client-1-1 used 0.95 of one core"
                                + " (expected: at most 90 %)"));
    }

    @Test
    void stolenCpu_isAReason() {
        CpuUsage stolen = new CpuUsage(0.5, null, 0.25, null, Map.of());

        assertThat(reasons(GOOD_COUNTS, stolen))
                .extracting(InvalidReason::fault)
                .containsExactly(Fault.STOLEN);
    }

    @Test
    void stolenCpu_whenAStallLogHasIt_isNoFurtherReason() {
        CpuUsage stolen = new CpuUsage(0.5, null, 0.25, null, Map.of());

        assertThat(Validity.reasonsAgainst(stolen, 2, true)).isEmpty();
    }

    @Test
    void tooLittleCleanTime_isAReason() {
        assertThat(Validity.reasonsAgainst(2 * SECOND, 4 * SECOND)).isEmpty();
        assertThat(Validity.reasonsAgainst(2 * SECOND - 1, 4 * SECOND))
                .extracting(InvalidReason::fault, InvalidReason::text)
                .containsExactly(tuple(
                        Fault.TOO_FEW_CLEAN_SLICES,
                        "the machine stalled: 2.0 s of the window were clean (expected: at least 50 % of 4.0 s)"));
    }

    @Test
    void foreignCpu_isAReason() {
        CpuUsage foreign = new CpuUsage(0.5, 0.5, 0.0, 0.4, Map.of());

        assertThat(reasons(GOOD_COUNTS, foreign))
                .extracting(InvalidReason::fault, InvalidReason::text)
                .containsExactly(tuple(
                        Fault.FOREIGN_LOAD,
                        "the machine was shared: 0.40 cores were used by processes that are no part of the run"
                                + " (expected: at most 0.1)"));
    }

    @Test
    void noAnswers_isAReason() {
        LoadCounts onlyErrors = new LoadCounts(10, 0, 0, 0, 0, Map.of("ELIMIT", 10L), 0);

        assertThat(reasons(onlyErrors, GOOD_CPU))
                .extracting(InvalidReason::fault, InvalidReason::text)
                .containsExactly(tuple(Fault.NO_ANSWERS, "no call was answered without an error"));
    }

    @Test
    void lostCalls_areAReason() {
        LoadCounts lost = new LoadCounts(111, 10, 100, 100, 0, Map.of(), 0);

        assertThat(reasons(lost, GOOD_CPU))
                .extracting(InvalidReason::fault, InvalidReason::text)
                .containsExactly(tuple(Fault.CALLS_LOST, "calls were lost: 111 sent, 110 ended"));
    }

    @Test
    void generatorThatPausedForLong_isAReason() {
        assertThat(Validity.reasonsAgainst(new GcPauses(2, 100, 80), 10)).isEmpty();
        assertThat(Validity.reasonsAgainst(new GcPauses(2, 120, 80), 10))
                .extracting(InvalidReason::fault, InvalidReason::text)
                .containsExactly(tuple(
                        Fault.GENERATOR_PAUSED,
                        "the generator paused: its collector stopped it for 120 ms, 1.2 % of the window"
                                + " (expected: at most 1 %)"));
    }

    @Test
    void scheduleKept_hasNoReasons() {
        assertThat(Validity.reasonsAgainst(sending(9_900, 100, 0.9), percentiles(2)))
                .isEmpty();
    }

    @Test
    void callsNotSent_areAReason() {
        assertThat(Validity.reasonsAgainst(sending(9_800, 150, 0.9), percentiles(2)))
                .extracting(InvalidReason::fault, InvalidReason::text)
                .containsExactly(tuple(
                        Fault.SCHEDULE_NOT_KEPT,
                        "the schedule was not kept: 9800 of 10000 calls due were sent (expected: at least"
                                + " 99 %); 150 found too many in flight"));
    }

    @Test
    void lateGenerator_isAReason_unlessResponsesTakeTenTimesAsLong() {
        assertThat(Validity.reasonsAgainst(sending(10_000, 0, 1.5), percentiles(14)))
                .extracting(InvalidReason::fault, InvalidReason::text)
                .containsExactly(tuple(
                        Fault.GENERATOR_LATE,
                        "the generator was late: p99 of its send delay is 1.50 ms (expected: at most 1.40 ms)"));
        assertThat(Validity.reasonsAgainst(sending(10_000, 0, 1.5), percentiles(15)))
                .isEmpty();
    }

    private static Sending sending(long sent, long notSent, double delayMillis) {
        return new Sending(10_000, sent, notSent, percentiles(delayMillis), percentiles(1));
    }

    private static Percentiles percentiles(double p99Millis) {
        return new Percentiles(0, 0, p99Millis, p99Millis, p99Millis, 0);
    }

    private List<InvalidReason> reasons(LoadCounts counts, CpuUsage cpu) {
        List<InvalidReason> reasons = Validity.reasonsAgainst(window, counts);
        reasons.addAll(Validity.reasonsAgainst(cpu, 2, false));
        return reasons;
    }
}
