package dev.multipool.perf.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.multipool.perf.process.CpuQuota.Throttling;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With the kernel's own control groups, where this machine lets us make one. */
class CpuQuotaIT {
    private static final int PERIODS = 8;

    @Test
    void aBusyProcessInside_isStoppedInMostPeriods_andTheGroupGoesWithIt(@TempDir Path directory)
            throws InterruptedException {
        assumeThat(CpuQuota.missing(CpuQuota.CGROUPS, CpuQuota.PROC)).isEmpty();

        try (CpuQuota quota = CpuQuota.create(CpuQuota.CGROUPS, CpuQuota.PROC, 0.2);
                ChildProcess busy = ChildProcess.start(
                        "busy",
                        quota.inside(List.of("/bin/sh", "-c", "while :; do :; done")),
                        directory.resolve("busy.log"))) {
            Throttling seen = new Throttling(0, 0);
            // a machine that stands still counts no periods meanwhile
            while (seen.periods() < PERIODS) {
                assertThat(busy.awaitEnd(Duration.ofMillis(100))).isFalse();
                seen = Objects.requireNonNull(quota.throttling());
            }

            Optional<Double> stopped = Optional.ofNullable(seen.shareSince(new Throttling(0, 0)));

            assertThat(stopped).hasValueSatisfying(share -> assertThat(share).isGreaterThan(0.5));
        }

        // a second group has the first one's name: it can only be made when that is gone
        assertThat(CpuQuota.missing(CpuQuota.CGROUPS, CpuQuota.PROC)).isEmpty();
    }
}
