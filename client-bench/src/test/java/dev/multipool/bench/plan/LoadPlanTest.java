package dev.multipool.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.multipool.bench.plan.LoadModel.ClosedLoop;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoadPlanTest {
    @Test
    void longest_isTheDuration_unlessAskedFor() {
        assertThat(Plans.COLD.longest()).isEqualTo(Plans.SECOND);
        assertThat(Plans.COLD.withLongest(Duration.ofSeconds(3)).longest()).isEqualTo(Duration.ofSeconds(3));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Plans.COLD.withLongest(Duration.ofMillis(999)))
                .withMessage("longest: PT0.999S (expected: at least the duration: PT1S)");
    }

    @Test
    void longest_ofALoadThatChanges_isRefused() {
        LoadModel ramp =
                LoadModel.ClosedLoop.of(2).withProfile(LoadProfile.spike(2, 4, Plans.SECOND, Duration.ofMillis(100)));
        LoadPlan.Timing timing = Plans.COLD.withLongest(Duration.ofSeconds(3));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Plans.of(ramp, 1, timing))
                .withMessageContaining("as the load changes");
    }

    @Test
    void constructor_fewerUsersThanConnections_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Plans.of(ClosedLoop.of(2), 4, Plans.SECONDS))
                .withMessage("users: 2 (expected: >= connections: 4)");
    }

    @Test
    void constructor_noConnections_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Plans.of(ClosedLoop.of(2), 0, Plans.SECONDS))
                .withMessage("connections: 0 (expected: >= 1)");
    }

    @Test
    void timing_emptyWindow_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LoadPlan.Timing(Duration.ZERO, Duration.ZERO, Plans.SECOND))
                .withMessage("duration: PT0S (expected: above PT0S, at most PT24H)");
    }

    @Test
    void timing_warmupLevelOfNothing_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LoadPlan.Timing(Plans.SECOND, 0.0, Plans.SECOND, Plans.SECOND))
                .withMessage("warmupLevel: 0.0 (expected: above 0, at most 1.0E7)");
    }

    @Test
    void mix_noUserIds_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CallMix.findUserInfo(0))
                .withMessage("maxUserId: 0 (expected: >= 1)");
    }

    @Test
    void mix_withoutAWeightAboveZero_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CallMix(Map.of(CallKind.MOCK_DELAY, 0), 1, 1, 1, KeyDistribution.UNIFORM))
                .withMessage("weights: {mock-delay=0} (expected: at least one above 0)");
    }

    @Test
    void openLoop_rateOutOfBounds_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Plans.constant(0))
                .withMessage("arrivalRatePerSecond: 0.0 (expected: above 0, at most 10000000)");
        assertThatIllegalArgumentException().isThrownBy(() -> Plans.constant(Double.NaN));
    }

    @Test
    void openLoop_nothingInFlight_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LoadModel.OpenLoop(1, LoadModel.Arrivals.POISSON, 0, LoadProfile.CONSTANT))
                .withMessage("maxInFlight: 0 (expected: >= 1)");
    }

    @Test
    void keys_areReadAsWritten() {
        assertThat(KeyDistribution.parse("uniform"))
                .isEqualTo(KeyDistribution.UNIFORM)
                .hasToString("uniform");
        assertThat(KeyDistribution.parse("zipf:1.1"))
                .isEqualTo(new KeyDistribution(1.1))
                .hasToString("zipf:1.1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyDistribution.parse("zipf:-1"))
                .withMessage("'zipf:-1' (expected: uniform, or zipf:EXPONENT with an exponent from 0 to 10)");
        assertThatIllegalArgumentException().isThrownBy(() -> KeyDistribution.parse("hot"));
    }
}
