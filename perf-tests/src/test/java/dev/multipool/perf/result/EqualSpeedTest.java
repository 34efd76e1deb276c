package dev.multipool.perf.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EqualSpeedTest {
    private static final double BUSY = 0.97; // of MadeUpResults' servers, on one core

    @Test
    void aWindowOnSlowerCores_countsMore_byThePartThatIsComputing() {
        LabRun slow = run(1, new ServerSpeed(1, 220_000));
        LabRun middle = run(2, new ServerSpeed(1, 200_000));
        LabRun fast = run(3, new ServerSpeed(1, 180_000));
        EqualSpeed speed = EqualSpeed.of(List.of(slow, middle, fast));

        assertThat(speed.throughputPerSecond(slow)).isCloseTo(1000 * (1 + BUSY * 0.1), within(1e-6));
        assertThat(speed.throughputPerSecond(middle)).isEqualTo(1000);
        assertThat(speed.throughputPerSecond(fast)).isCloseTo(1000 * (1 - BUSY * 0.1), within(1e-6));
    }

    @Test
    void aServerThatIsHalfIdle_changesByHalf() {
        EqualSpeed speed = EqualSpeed.of(List.of(run(1, new ServerSpeed(1, 200_000))));

        assertThat(speed.throughputPerSecond(run(2, new ServerSpeed(2, 220_000))))
                .isCloseTo(1000 * (1 + BUSY / 2 * 0.1), within(1e-6));
    }

    @Test
    void withoutASpeed_figuresStayAsTheyAre() {
        assertThat(EqualSpeed.of(List.of(run(1, null))).throughputPerSecond(run(1, null)))
                .isEqualTo(1000);
    }

    @Test
    void aJobWhoseSpeedMovedByMoreThan15Percent_saysSo() {
        assertThat(SpeedOfTheJob.of(List.of(run(1, null)))).isEmpty();
        assertThat(SpeedOfTheJob.of(List.of(run(1, new ServerSpeed(1, 172_000)), run(2, new ServerSpeed(1, 200_000)))))
                .hasValueSatisfying(job -> assertThat(job.movedMuch()).isFalse());
        assertThat(SpeedOfTheJob.of(List.of(run(1, new ServerSpeed(1, 168_000)), run(2, new ServerSpeed(1, 200_000)))))
                .hasValueSatisfying(job -> {
                    assertThat(job.movedBy()).isCloseTo(0.16, within(1e-9));
                    assertThat(job.movedMuch()).isTrue();
                });
    }

    private static LabRun run(int number, @Nullable ServerSpeed speed) {
        return MadeUpResults.atSpeed(MadeUpResults.run(number, 1, 2, 1000, 5), speed);
    }
}
