package dev.multipool.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.multipool.bench.plan.LoadProfile.Step;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LoadProfileTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void staircase_ofThirtyUsersAStep_hasTwentySteps() {
        LoadProfile stairs = LoadProfile.staircase(30, 30, 600, Duration.ofMinutes(1));

        assertThat(stairs.steps()).hasSize(20);
        assertThat(stairs.steps()).extracting(Step::from).startsWith(30.0, 60.0).endsWith(570.0, 600.0);
        assertThat(stairs.steps()).allMatch(step -> step.from() == step.to());
        assertThat(stairs.length()).isEqualTo(Duration.ofMinutes(20));
    }

    @Test
    void staircase_whoseStepsMissTheLast_endsWithIt() {
        assertThat(LoadProfile.staircase(1, 4, 10, SECOND).steps())
                .extracting(Step::from)
                .containsExactly(1.0, 5.0, 9.0, 10.0);
        assertThat(LoadProfile.staircase(5, 4, 5, SECOND).steps()).hasSize(1);
    }

    @Test
    void ramp_isWhole_inTenParts() {
        Duration length = Duration.ofNanos(1_000_000_007);
        LoadProfile ramp = LoadProfile.ramp(100, 50, length);

        assertThat(ramp.length()).isEqualTo(length);
        assertThat(ramp.steps()).hasSize(10);
        assertThat(ramp.steps().get(0).from()).isEqualTo(100);
        assertThat(ramp.steps().get(9).to()).isEqualTo(50);
        for (int i = 1; i < 10; i++) {
            assertThat(ramp.steps().get(i).from())
                    .isEqualTo(ramp.steps().get(i - 1).to());
        }
    }

    @Test
    void spike_isInTheMiddle() {
        assertThat(LoadProfile.spike(10, 100, SECOND.multipliedBy(10), SECOND.multipliedBy(2))
                        .steps())
                .containsExactly(
                        new Step(10, 10, SECOND.multipliedBy(4)),
                        new Step(100, 100, SECOND.multipliedBy(2)),
                        new Step(10, 10, SECOND.multipliedBy(4)));
    }

    @Test
    void outOfBounds_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LoadProfile.staircase(30, 10, 20, SECOND))
                .withMessage("last: 20.0 (expected: >= first: 30.0)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LoadProfile.staircase(1, 0.001, 20, SECOND))
                .withMessage("by: 0.001 (expected: at most 1000 steps from 1.0 to 20.0)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LoadProfile.spike(1, 2, SECOND, SECOND))
                .withMessage("spikeLength: PT1S (expected: shorter than the whole: PT1S)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Step(0, 1, SECOND))
                .withMessage("from: 0.0 (expected: above 0, at most 1.0E7)");
    }

    @Test
    void plan_whoseWindowIsNotAsLongAsTheSteps_isRefused() {
        LoadModel load = Plans.constant(100).withProfile(LoadProfile.ramp(100, 50, Duration.ofSeconds(3)));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Plans.of(load, 1, Plans.SECONDS))
                .withMessage("duration: PT1S (expected: the length of the load's steps: PT3S)");
    }
}
