package dev.multipool.laboratory.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.multipool.laboratory.result.Demand.Arrivals;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Demand.OpenLoop;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LoadTest {
    @Test
    void badLoads_areRefusedWithWhatWasExpected() {
        assertRefused(() -> load(3, 4, 0, 1, 1, 10), "users: 3");
        assertRefused(() -> load(3, 0, 0, 1, 1, 10), "connections: 0");
        assertRefused(() -> load(4, 4, -0.001, 1, 1, 10), "warmup: ");
        assertRefused(() -> load(4, 4, 0, 0.999, 1, 10), "duration: ");
        assertRefused(() -> load(4, 4, 0, 1, 0, 10), "timeout: ");
        assertRefused(() -> load(4, 4, 0, 1, 1, 0), "usersSeeded: 0");
        assertRefused(() -> new ClosedLoop(0, 0, 0.01), "users: 0");
        assertRefused(() -> new ClosedLoop(1, -1, 0.01), "thinkTime: -1.0 s");
        assertRefused(() -> new ClosedLoop(1, 0, 0), "rejectBackoff: 0.0 s");
        assertRefused(() -> new OpenLoop(0, Arrivals.POISSON, 10), "ratePerSecond: 0");
        assertRefused(() -> new OpenLoop(1, Arrivals.POISSON, 0), "maxInFlight: 0");
    }

    @Test
    void with_fewerUsersThanConnections_sharesFewer() {
        Load load = load(32, 4, 0, 1, 1, 10);

        assertThat(load.with(new ClosedLoop(2, 0, 0.01)).connections()).isEqualTo(2);
        assertThat(load.with(new OpenLoop(100, Arrivals.CONSTANT, 10)).connections())
                .isEqualTo(4);
    }

    @Test
    void aDeadline_isMissingOnlyWhereAnotherProgramMakesTheLoad() {
        LoadEngine wrk =
                new LoadEngine(LoadEngine.Program.WRK, LoadEngine.Loop.CLOSED, LoadEngine.Stalls.MAY_BE_HIDDEN);

        assertThat(withoutDeadline(wrk).times().timeoutSeconds()).isNull();
        assertRefused(() -> withoutDeadline(null), "timeout: none");
    }

    private static Load withoutDeadline(@Nullable LoadEngine engine) {
        return new Load(new ClosedLoop(1, 0, 0.01), Map.of(), 1, new Load.Times(1, 1, null), null, null, null, engine);
    }

    private static Load load(
            int users, int connections, double warmup, double duration, double timeout, long usersSeeded) {
        return new Load(
                new ClosedLoop(users, 0, 0.01), Map.of(), connections, warmup, duration, timeout, usersSeeded, null);
    }

    private static void assertRefused(Runnable made, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(made::run)
                .withMessageContaining(message)
                .withMessageContaining("(expected:");
    }
}
