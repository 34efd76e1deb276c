package dev.multipool.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ValueTallyTest {
    private final ValueTally values = new ValueTally();

    @Test
    void takeOnlyWrong_isTrueOnce_afterWrongValuesAlone() {
        values.onWrong();
        values.onWrong();

        assertThat(values.takeOnlyWrong()).isTrue();
        assertThat(values.takeOnlyWrong()).isFalse();
    }

    @Test
    void takeOnlyWrong_afterARightValueToo_isFalse() {
        values.onWrong();
        values.onRight();

        assertThat(values.takeOnlyWrong()).isFalse();
        assertThat(values.takeOnlyWrong()).isFalse();
    }
}
