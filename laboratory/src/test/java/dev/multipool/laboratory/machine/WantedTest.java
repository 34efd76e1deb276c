package dev.multipool.laboratory.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class WantedTest {
    @Test
    void named_knowsThreeWords() {
        assertThat(Wanted.named("awake-cores", "auto")).isEqualTo(Wanted.AUTO);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Wanted.named("awake-cores", "maybe"))
                .withMessage("awake-cores: maybe (expected: auto, on or off)");
    }
}
