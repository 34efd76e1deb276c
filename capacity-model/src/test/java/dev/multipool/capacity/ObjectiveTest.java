package dev.multipool.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.multipool.capacity.Objective.Percentile;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectiveTest {
    @ParameterizedTest
    @CsvSource({
        "tp99<10ms, TP99, 10000000",
        "TP99 < 7.5 ms, TP99, 7500000",
        "tp99<250us, TP99, 250000",
        "tp99<1s, TP99, 1000000000",
        "' TP99.9 < 1.5s ', TP999, 1500000000",
        "tp50<0.5ms, TP50, 500000",
        "tp90<0.25us, TP90, 250"
    })
    void parse_readsEveryPercentileAndUnit(String text, Percentile percentile, long limitNanos) {
        assertThat(Objective.parse(text)).isEqualTo(new Objective(percentile, Duration.ofNanos(limitNanos)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "10ms", "tp99>10ms", "tp95<10ms", "tp98<10ms", "tp99<10", "tp99<ms", "tp99<-1ms", "tp99<1m"})
    void parse_ofAnythingElse_saysWhatWasExpected(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Objective.parse(text))
                .withMessage("'" + text + "' (expected: tp50, tp90, tp99 or tp99.9 below a time, such as tp99<10ms)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tp99<0ms", "tp99<0.0001us", "tp99<86400.1s"})
    void parse_ofALimitThatNothingKeepsOrBreaks_isRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Objective.parse(text))
                .withMessageContaining("(expected: > 0 and at most 1 day)");
    }

    @ParameterizedTest
    @EnumSource(Percentile.class)
    void toString_isReadByParse(Percentile percentile) {
        for (long nanos :
                new long[] {1, 999, 1_000, 500_000, 7_500_000, 10_000_000, 1_500_000_000L, 86_400_000_000_000L}) {
            Objective objective = new Objective(percentile, Duration.ofNanos(nanos));

            assertThat(Objective.parse(objective.toString())).isEqualTo(objective);
            assertThat(Objective.parse(objective.describe())).isEqualTo(objective);
        }
    }

    @Test
    void words_areTheShortestThatSayIt() {
        assertThat(Objective.parse("tp99<0.01s"))
                .hasToString("tp99<10ms")
                .extracting(Objective::describe)
                .isEqualTo("TP99 < 10 ms");
        assertThat(Objective.parse("tp99.9<500us"))
                .hasToString("tp99.9<0.5ms")
                .extracting(Objective::describe)
                .isEqualTo("TP99.9 < 0.5 ms");
    }

    @Test
    void limit_isToldInMillisecondsAndMicroseconds() {
        Objective objective = Objective.tp99Below(Duration.ofNanos(7_500_000));

        assertThat(objective.limitMillis()).isEqualTo(7.5);
        assertThat(objective.limitMicros()).isEqualTo(7_500);
        assertThat(objective.percentile().percent()).isEqualTo(99);
        assertThat(Percentile.TP999.percent()).isEqualTo(99.9);
    }

    @Test
    void isMetBy_aValueThatEqualsTheLimit_isFalse() {
        Objective objective = Objective.tp99Below(Duration.ofMillis(10));

        assertThat(objective.isMetBy(9.99)).isTrue();
        assertThat(objective.isMetBy(10)).isFalse();
        assertThat(objective.isMetBy(Double.NaN)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tp50<10ms", "tp99.9<10ms", "10ms"})
    void parseTp99_ofAnotherPercentile_saysWhatWasExpected(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Objective.parseTp99(text))
                .withMessageStartingWith("'" + text + "' (expected: ");
    }

    @Test
    void parseTp99_readsEveryUnit() {
        assertThat(Objective.parseTp99("TP99 < 250us").limitMillis()).isEqualTo(0.25);
    }
}
