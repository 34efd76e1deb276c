package dev.multipool.bench.app.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class CpuListConverterTest {
    private final CpuListConverter converter = new CpuListConverter();

    @Test
    void convert_readsCpusAndRanges() {
        assertThat(converter.convert("0-3,8")).containsExactly(0, 1, 2, 3, 8);
        assertThat(converter.convert("5")).containsExactly(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0-", "-1", "0,,1", "a", "3-1", "0-99999"})
    void convert_anythingElse_isRefused(String list) {
        assertThatThrownBy(() -> converter.convert(list))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("(expected: CPUs such as 0-3,8)");
    }
}
