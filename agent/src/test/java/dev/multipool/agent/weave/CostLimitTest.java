package dev.multipool.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CostLimitTest {
    private static final long SECOND = 1_000_000_000;

    private final CostLimit limit = new CostLimit(0.05);

    @Test
    void threePeriodsAboveTheLimit_passIt() {
        // 6 % of a second
        assertThat(limit.isPassedBy(200_000, 300, SECOND)).isFalse();
        assertThat(limit.isPassedBy(200_000, 300, SECOND)).isFalse();
        assertThat(limit.isPassedBy(200_000, 300, SECOND)).isTrue();
    }

    @Test
    void aPeriodBelowIt_beginsAnew() {
        assertThat(limit.isPassedBy(200_000, 300, SECOND)).isFalse();
        assertThat(limit.isPassedBy(200_000, 300, SECOND)).isFalse();
        assertThat(limit.isPassedBy(100_000, 300, SECOND)).isFalse();
        assertThat(limit.isPassedBy(200_000, 300, SECOND)).isFalse();
    }

    @Test
    void aProcessWhoseCpuTimeIsNotTold_isLeftAlone() {
        for (int i = 0; i < 5; i++) {
            assertThat(limit.isPassedBy(1_000_000, 300, -1)).isFalse();
            assertThat(limit.isPassedBy(1_000_000, 300, 0)).isFalse();
        }
    }
}
