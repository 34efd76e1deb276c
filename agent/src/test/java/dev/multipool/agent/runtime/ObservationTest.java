package dev.multipool.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.pools.LedgerSnapshot;
import java.lang.ref.WeakReference;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ObservationTest {
    private final Object pool = new Object();
    private final Object task = new Object();

    /** The thread was parked while the agent went and came. */
    @Test
    void taskThatWasWantedInAnotherObservation_isTheOneOfThatWhichSeesItTaken() {
        Observation before = observation();
        Observation now = observation();
        WeakReference<?> who = before.taskWanted(pool);

        now.offered(pool, task);
        now.taskTakenBy(who, pool, task);

        assertThat(snapshot(before).arrivals()).isZero();
        assertThat(snapshot(now).arrivals()).isEqualTo(1);
        assertThat(snapshot(now).state().active()).isEqualTo(1);
    }

    @Test
    void taskThatNobodyWanted_isTakenAllTheSame() {
        Observation now = observation();

        now.offered(pool, task);
        now.taskTakenBy(null, pool, task);

        assertThat(snapshot(now).state().active()).isEqualTo(1);
    }

    private static Observation observation() {
        return new Observation(any -> new FixedReader(), Long.MAX_VALUE, said -> {});
    }

    private LedgerSnapshot snapshot(Observation observation) {
        return Objects.requireNonNull(observation.observed(pool)).snapshot();
    }
}
