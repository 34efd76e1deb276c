package dev.multipool.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LoadPlanTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void constructor_fewerUsersThanConnections_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LoadPlan("localhost", 8000, 2, 4, SECOND, SECOND, SECOND, 10, 1))
                .withMessage("users: 2 (expected: >= connections: 4)");
    }

    @Test
    void constructor_noConnections_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LoadPlan("localhost", 8000, 2, 0, SECOND, SECOND, SECOND, 10, 1))
                .withMessage("connections: 0 (expected: >= 1)");
    }

    @Test
    void constructor_emptyWindow_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LoadPlan("localhost", 8000, 4, 4, SECOND, Duration.ZERO, SECOND, 10, 1))
                .withMessage("duration: PT0S (expected: above PT0S, at most PT24H)");
    }

    @Test
    void constructor_noUserIds_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LoadPlan("localhost", 8000, 4, 4, SECOND, SECOND, SECOND, 0, 1))
                .withMessage("maxUserId: 0 (expected: >= 1)");
    }

    @Test
    void constructor_withoutWarmup_isAPlan() {
        LoadPlan plan = new LoadPlan("localhost", 8000, 4, 4, Duration.ZERO, SECOND, SECOND, 10, 1);

        assertThat(plan.rejectBackoff()).isEqualTo(Duration.ofMillis(10));
    }
}
