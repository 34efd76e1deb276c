package dev.multipool.laboratory.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.capacity.Objective;
import dev.multipool.laboratory.result.Evidence.Discarded;
import dev.multipool.laboratory.result.Shortfall.Condition;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each condition of the gate is failed alone. */
class GateTest {
    private static final Objective OBJECTIVE = Objective.tp99Below(Duration.ofMillis(10));
    private static final Interval NARROW = new Interval(1000, 100, 2);
    /** After three windows the next one stays below 9.9. */
    private static final Interval LOW = new Interval(8, 1.4, 2);

    @Test
    void threeWindowsThatAgree_lackNothing() {
        assertThat(missing(3, NARROW, LOW, 3)).isEmpty();
    }

    @Test
    void twoWindows_lackOne() {
        assertThat(missing(2, NARROW, LOW, 0)).containsExactly(new Shortfall(Condition.WINDOWS, 2, 3));
    }

    @Test
    void oneWindow_isToldAsOne() {
        assertThat(new Shortfall(Condition.WINDOWS, 1, 3).text()).isEqualTo("one window counts, of at least 3");
        assertThat(new Shortfall(Condition.DISCARDED_WINDOWS, 1, 0).text())
                .isEqualTo("one window was discarded, of at most 0");
    }

    @Test
    void aWideInterval_isNoAnswer() {
        assertThat(missing(3, new Interval(1000, 101, 2), LOW, 0))
                .singleElement()
                .returns(Condition.THROUGHPUT_INTERVAL, Shortfall::condition)
                .returns("throughput is known within 10.1 %, of at most 10 %", Shortfall::text);
    }

    @Test
    void aTailThatMayReachTheLimit_isNoAnswer() {
        assertThat(missing(3, NARROW, new Interval(8, 1.6, 2), 0))
                .singleElement()
                .returns(Condition.P99_BOUND, Shortfall::condition)
                .returns("TP99 may reach 10.2 ms, the limit is 10.0 ms", Shortfall::text);
    }

    @Test
    void moreWindowsDiscardedThanKept_areNoAnswer() {
        assertThat(missing(3, NARROW, LOW, 4)).containsExactly(new Shortfall(Condition.DISCARDED_WINDOWS, 4, 3));
    }

    @Test
    void aProfileThatMissesItsOwnRuns_predictsNothing() {
        assertThat(Gate.findPredictionShortfall(0.15)).isEmpty();
        assertThat(Gate.findPredictionShortfall(0.16)).hasValueSatisfying(shortfall -> assertThat(shortfall.text())
                .isEqualTo("the model misses measured runs by 16 %, of at most 15 %"));
    }

    @Test
    void aMissThatRoundsToItsLimit_isToldWithADigitMore() {
        assertThat(Gate.findPredictionShortfall(0.154)).hasValueSatisfying(shortfall -> assertThat(shortfall.text())
                .isEqualTo("the model misses measured runs by 15.4 %, of at most 15 %"));
    }

    /** What a search once called an answer: business 16: 19093 +- 69219 TPS, 2 windows, four of six discarded. */
    @Test
    void theAnswerThatWasNone_lacksEverything() {
        assertThat(missing(2, new Interval(19093, 69219, 1), new Interval(34, 190, 1), 4))
                .extracting(Shortfall::condition)
                .containsExactly(
                        Condition.WINDOWS,
                        Condition.THROUGHPUT_INTERVAL,
                        Condition.P99_BOUND,
                        Condition.DISCARDED_WINDOWS);
    }

    private static List<Shortfall> missing(
            int windows, @Nullable Interval throughput, @Nullable Interval p99, int discarded) {
        Spread any = new Spread(1, 1, 1);
        return Gate.findShortfalls(
                OBJECTIVE,
                new Evidence(windows, throughput, p99, discarded == 0 ? null : new Discarded(discarded, any, any)));
    }
}
