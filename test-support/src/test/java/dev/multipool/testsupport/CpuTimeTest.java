package dev.multipool.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CpuTimeTest {
    @Test
    void parse_addsOwnTimesAndThoseOfEndedChildren() {
        String stat = "4711 (a name) with ) in it) S 1 2 3 4 5 6 7 8 9 10 100 20 300 40 20 0 55 0";

        assertThat(CpuTime.parse(stat)).isEqualTo(Duration.ofMillis(4600));
    }

    @Test
    void ofThisJvm_isMoreThanNothing() {
        assertThat(CpuTime.ofThisJvmAndItsChildren()).isPositive();
    }
}
