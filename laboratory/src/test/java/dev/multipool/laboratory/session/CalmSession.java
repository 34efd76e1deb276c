package dev.multipool.laboratory.session;

import dev.multipool.laboratory.machine.Calm;
import dev.multipool.laboratory.run.TrialRunner;
import dev.multipool.laboratory.session.Session.Conditions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;

/** Sessions on a machine that is always calm. */
public final class CalmSession {
    private CalmSession() {}

    static Patience patience() {
        return new Patience(() -> new Calm(0, 0), length -> {}, 1, Duration.ZERO);
    }

    /** A session that begins now. */
    public static Session begin(
            TrialRunner runner, Conditions conditions, int planned, InstantSource clock, Consumer<String> progress) {
        return new Session(runner, conditions, patience(), planned, clock, clock.instant(), progress);
    }
}
