package dev.multipool.perf.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.run.Trial;
import dev.multipool.laboratory.run.TrialRunner;
import dev.multipool.laboratory.session.CalmSession;
import dev.multipool.laboratory.session.Session;
import dev.multipool.laboratory.session.Session.Conditions;
import dev.multipool.perf.experiment.UserSearch.Boundary;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UserSearchTest {
    @Test
    void upwards_stopsAtTheFirstThatBreaks_andHalvesBelowIt() throws InterruptedException {
        Session session = session(trial -> MadeUpResults.run(trial, 1000, users(trial) <= 21 ? 9 : 11, Map.of()));

        Boundary found = search(session).upwards(List.of(4, 8, 16, 32, 64));

        assertThat(session.runs()).extracting(UserSearchTest::users).containsExactly(4, 8, 16, 32, 24, 20, 22);
        assertThat(found.users()).isEqualTo(20);
        assertThat(found.brokenBy()).contains(22);
        assertThat(found.most()).map(Candidate::p99Millis).contains(9.0);
    }

    @Test
    void among_triesAllAndHalvesBelowTheFirstThatBreaks() throws InterruptedException {
        Session session = session(trial -> MadeUpResults.run(trial, 1000, users(trial) <= 5 ? 9 : 11, Map.of()));

        Boundary found = search(session).among(List.of(4, 8, 16));

        assertThat(session.runs()).extracting(UserSearchTest::users).containsExactly(4, 8, 16, 6, 5);
        assertThat(found.users()).isEqualTo(5);
    }

    @Test
    void aRejectBreaksIt() throws InterruptedException {
        Session session =
                session(trial -> MadeUpResults.run(trial, 1000, 1, users(trial) > 4 ? Map.of("ELIMIT", 1L) : Map.of()));

        assertThat(search(session).upwards(List.of(4, 5)).users()).isEqualTo(4);
    }

    @Test
    void whenAllBreak_noneIsFound() throws InterruptedException {
        Session session = session(trial -> MadeUpResults.run(trial, 1000, 11, Map.of()));

        Boundary found = search(session).upwards(List.of(4));

        assertThat(found.users()).isZero();
        assertThat(found.most()).isEmpty();
        assertThat(found.brokenBy()).contains(1);
    }

    @Test
    void whenNoRunCounts_endsWithoutAnAnswer() throws InterruptedException {
        Session session = session(trial -> {
            LabRun run = MadeUpResults.run(trial, 1000, users(trial) > 4 ? 11 : 9, Map.of());
            return users(trial) < 32 ? MadeUpResults.invalid(run, "EINTERNAL") : run;
        });

        Boundary found = search(session).upwards(List.of(4, 32));

        assertThat(session.runs()).extracting(UserSearchTest::users).containsExactly(4, 32, 16);
        assertThat(found.most()).isEmpty();
    }

    private static UserSearch search(Session session) {
        return new UserSearch(
                session,
                users -> new RunSettings(
                        new PointPosition("search", "users", String.valueOf(users)),
                        MadeUpResults.settings(8).variant(),
                        MadeUpResults.LOAD.with(new ClosedLoop(users, 0, 0.01)),
                        List.of("ELIMIT")));
    }

    private static int users(Trial trial) {
        return ((ClosedLoop) trial.settings().load().demand()).users();
    }

    private static int users(LabRun run) {
        return ((ClosedLoop) run.settings().load().demand()).users();
    }

    private static Session session(TrialRunner runner) {
        return CalmSession.begin(
                runner,
                new Conditions(MadeUpResults.OBJECTIVE, MadeUpResults.TWO_CORES, 0, false),
                8,
                () -> Instant.EPOCH,
                line -> {});
    }
}
