package dev.multipool.bench.app.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationConverterTest {
    private final DurationConverter converter = new DurationConverter();

    @ParameterizedTest
    @CsvSource({"500ms, PT0.5S", "5s, PT5S", "1m, PT1M", "2h, PT2H", "0s, PT0S", "250us, PT0.00025S"})
    void convert_numberAndUnit(String text, Duration expected) {
        assertThat(converter.convert(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "s", "-1s", "1.5s", "5 s", "5S", "99999999999s"})
    void convert_anythingElse_saysWhatIsExpected(String text) {
        assertThatThrownBy(() -> converter.convert(text))
                .hasMessage("'" + text + "' (expected: a whole number and a unit, such as 500ms, 5s or 1m)");
    }
}
