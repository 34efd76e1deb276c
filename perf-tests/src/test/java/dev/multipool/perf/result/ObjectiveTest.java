package dev.multipool.perf.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectiveTest {
    @ParameterizedTest
    @CsvSource({"tp99<10ms, 10", "TP99 < 7.5 ms, 7.5", "tp99<250us, 0.25", "tp99<1s, 1000"})
    void parse_readsEveryUnit(String text, double limitMillis) {
        assertThat(Objective.parse(text).p99LimitMillis()).isEqualTo(limitMillis);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10ms", "tp99>10ms", "tp95<10ms", "tp99<10", "tp99<-1ms", "tp99<0ms"})
    void parse_ofAnythingElse_saysWhatWasExpected(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Objective.parse(text))
                .withMessageContaining("(expected:");
    }

    @Test
    void isMetBy_isStrict() {
        Objective objective = new Objective(10);

        assertThat(objective.isMetBy(9.99)).isTrue();
        assertThat(objective.isMetBy(10)).isFalse();
    }

    @Test
    void toString_isReadByParse() {
        Objective objective = new Objective(7.5);

        assertThat(Objective.parse(objective.toString())).isEqualTo(objective);
        assertThat(objective.describe()).isEqualTo("TP99 < 7.5 ms");
    }
}
