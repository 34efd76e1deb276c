package dev.multipool.bench.app.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetTest {
    private final Target.Converter converter = new Target.Converter();

    @ParameterizedTest
    @CsvSource({"localhost:8000, localhost, 8000", "127.0.0.1:1, 127.0.0.1, 1", "[::1]:65535, ::1, 65535"})
    void convert_hostAndPort(String text, String host, int port) {
        assertThat(converter.convert(text)).isEqualTo(new Target(host, port));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "localhost", ":8000", "localhost:", "localhost:0", "localhost:65536", "::1:8000", "a:b"})
    void convert_anythingElse_saysWhatIsExpected(String text) {
        assertThatThrownBy(() -> converter.convert(text))
                .hasMessageStartingWith("'" + text + "' (expected: HOST:PORT with a port from 1 to 65535");
    }
}
