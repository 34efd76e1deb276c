package dev.multipool.rpc.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallTimeoutTest {
    @ParameterizedTest
    @CsvSource({"1, 1", "999999, 1", "1000000, 1", "1000001, 2", "1500000000, 1500"})
    void toWireMillis_roundsUpAndIsNeverZero(long nanos, int millis) {
        assertThat(CallTimeout.toWireMillis(nanos)).isEqualTo(millis);
    }

    @Test
    void toWireMillis_ofTheLargestTimeout_fits() {
        Duration largest = Duration.ofMillis(Integer.MAX_VALUE);

        assertThat(CallTimeout.toWireMillis(CallTimeout.toNanos("timeout", largest)))
                .isEqualTo(Integer.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S", "PT2147483.648S"})
    void toNanos_outOfBounds_namesTheSetting(String timeout) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CallTimeout.toNanos("timeout", Duration.parse(timeout)))
                .withMessageStartingWith("timeout: ");
    }
}
