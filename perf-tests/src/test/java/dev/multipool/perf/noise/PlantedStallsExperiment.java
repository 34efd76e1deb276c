package dev.multipool.perf.noise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.LabRun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Stalls of the service itself, which must not be cleaned away.
 *
 * <p><b>Question.</b> Does TP99 show them in full?
 *
 * <p><b>Setup.</b> An open loop, whose calls come whatever the server does. In one window the server alone stands still for
 * 150 ms every 2 s, as in a safepoint; in another one Redis does, as in DEBUG SLEEP. The rest of the machine runs.
 *
 * <p><b>Reading the result.</b> 7.5 % of the calls come in a stall, so TP99 lies near its length.
 *
 * <p><b>How to run.</b> {@code mvn verify -Pnoise}.
 */
class PlantedStallsExperiment {
    private static final Demand CALLS = new Demand.OpenLoop(2000, Demand.Arrivals.POISSON, 2000);
    private static final Duration STALL = Duration.ofMillis(150);
    private static final double PART = 0.075;

    @Test
    @Timeout(600)
    void stallsOfTheService_stayInTp99(@TempDir Path directory) throws InterruptedException {
        try (NoisyLaboratory laboratory = NoisyLaboratory.start(directory)) {
            LabRun calm = laboratory.measure(16, CALLS);
            LabRun ofTheServer = stalling(laboratory, laboratory.server());
            LabRun ofRedis = stalling(laboratory, laboratory.redis());

            System.out.printf(
                    Locale.ROOT,
                    "TP99 calm %.1f ms, server stalls %.1f ms, Redis stalls %.1f ms; disturbed slices %d, %d, %d%n",
                    calm.figures().times().responseTime().p99Millis(),
                    ofTheServer.figures().times().responseTime().p99Millis(),
                    ofRedis.figures().times().responseTime().p99Millis(),
                    calm.figures().noise().disturbance().disturbedSlices(),
                    ofTheServer.figures().noise().disturbance().disturbedSlices(),
                    ofRedis.figures().noise().disturbance().disturbedSlices());
            assertThat(calm.figures().times().responseTime().p99Millis()).isLessThan(50);
            assertThat(ofTheServer.figures().times().responseTime().p99Millis()).isBetween(110.0, 300.0);
            assertThat(ofRedis.figures().times().responseTime().p99Millis()).isBetween(110.0, 300.0);
        }
    }

    @SuppressWarnings("try") // the freezer only has to be there
    private static LabRun stalling(NoisyLaboratory laboratory, long pid) throws InterruptedException {
        try (Freezer stalls = Freezer.freeze(List.of(pid), STALL, STALL, PART)) {
            return laboratory.measure(16, CALLS);
        }
    }
}
