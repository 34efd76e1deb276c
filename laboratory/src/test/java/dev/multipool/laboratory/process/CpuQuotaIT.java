package dev.multipool.laboratory.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.multipool.laboratory.process.CpuQuota.Throttling;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With the kernel's own control groups, where this machine lets us make one. */
class CpuQuotaIT {
    private static final Throttling NONE = new Throttling(0, 0);

    /** Of 100 ms each. */
    private static final int FEWEST_PERIODS = 8;

    /** On a machine that has much other work, the process does not get what it may have. */
    private static final int MOST_PERIODS = 400;

    @Test
    void aBusyProcessInside_isStoppedInMostPeriods_andTheGroupGoesWithIt(@TempDir Path directory)
            throws InterruptedException {
        assumeThat(CpuQuota.findObstacle(CpuQuota.CGROUPS, CpuQuota.PROC)).isEmpty();

        try (CpuQuota quota = CpuQuota.create(CpuQuota.CGROUPS, CpuQuota.PROC, 0.05);
                ChildProcess busy = ChildProcess.start(
                        "busy",
                        quota.inside(List.of("/bin/sh", "-c", "while :; do :; done")),
                        directory.resolve("busy.log"))) {
            Throttling seen = NONE;
            while (seen.periods() < FEWEST_PERIODS || (share(seen) <= 0.5 && seen.periods() < MOST_PERIODS)) {
                assertThat(busy.awaitEnd(Duration.ofMillis(100))).isFalse();
                seen = Objects.requireNonNull(quota.throttling());
            }

            assertThat(share(seen)).isGreaterThan(0.5);
        }

        // a second group has the first one's name: it can only be made when that is gone
        assertThat(CpuQuota.findObstacle(CpuQuota.CGROUPS, CpuQuota.PROC)).isEmpty();
    }

    private static double share(Throttling seen) {
        return Objects.requireNonNull(seen.shareSince(NONE));
    }
}
