package dev.multipool.pools.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AdmissionControllerTest {

    @Test
    void limit_afterAnyWindows_staysWithinItsBounds() {
        AdmissionSettings settings = AdmissionSettings.builder()
                .minLimit(3)
                .maxLimit(70)
                .initialLimit(20)
                .build();
        SplittableRandom random = new SplittableRandom(11);
        AdmissionController controller = new AdmissionController(settings);

        for (int i = 0; i < 200_000; i++) {
            long completed = 1 + random.nextLong(1L << random.nextInt(1, 40));
            long late = random.nextInt(3) == 0 ? 0 : random.nextLong(completed + 1);
            long response = random.nextInt(5) == 0 ? 0 : random.nextLong(1L << random.nextInt(1, 62));
            long duration = 1 + random.nextLong(1L << random.nextInt(1, 40));
            controller.close(new AdmissionWindow(duration, completed, late, response, random.nextInt(2)));

            assertThat(controller.limit()).isBetween(3, 70);
        }
    }

    @Test
    void limit_thatIsNotReached_doesNotGrow() {
        AdmissionController controller =
                new AdmissionController(AdmissionSettings.builder().build());

        for (int i = 0; i < 1000; i++) {
            controller.close(new AdmissionWindow(100_000_000, 500, 0, 500 * 1_000_000L, 0));
        }

        assertThat(controller.limit()).isEqualTo(20);
    }

    @Test
    void objective_ofNothing_isRefused() {
        assertThatThrownBy(() -> new AdmissionObjective(99, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("limit: 0 (expected: > 0)");
    }

    @Test
    void overload_fromAFarTooHighLimit_holdsTheObjectiveFromTheFifthSecondOn() {
        SimulatedServer server = SimulatedServer.seed000();
        AdmissionSettings settings =
                AdmissionSettings.builder().initialLimit(2000).build();
        SimulationLog log = new SimulationLog(5);

        new Simulation(server, SimulatedLoad.open(server.saturatingRate() * 2), new AdaptiveLimiter(settings), log, 3)
                .runUntil(10);

        assertThat(log.millisAt(99)).isLessThan(10);
        assertThat(log.throughput()).isGreaterThan(0.95 * server.saturatingRate());
    }
}
