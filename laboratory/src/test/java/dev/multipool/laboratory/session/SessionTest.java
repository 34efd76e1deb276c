package dev.multipool.laboratory.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.multipool.laboratory.machine.Calm;
import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.run.RunTimes;
import dev.multipool.laboratory.run.Trial;
import dev.multipool.laboratory.run.Trial.Processes;
import dev.multipool.laboratory.run.TrialRunner;
import dev.multipool.laboratory.session.Session.Conditions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SessionTest {
    private static final List<RunSettings> POINTS =
            List.of(MadeUpResults.settings(2), MadeUpResults.settings(8), MadeUpResults.settings(32));

    private final List<String> progress = new ArrayList<>();
    private Instant now = Instant.EPOCH;

    @Test
    void measure_goesForwardsThenBackwards() throws InterruptedException {
        Session session = session(9, trial -> MadeUpResults.run(trial, 100, 9, Map.of()));

        List<PointSummary> points = session.measure(POINTS, 3);

        assertThat(session.runs())
                .extracting(run -> run.settings().requirePool().threads())
                .containsExactly(2, 8, 32, 32, 8, 2, 2, 8, 32);
        assertThat(session.runs())
                .extracting(each -> each.identity().number())
                .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(session.runs())
                .extracting(each -> each.identity().repeat())
                .containsExactly(1, 1, 1, 2, 2, 2, 3, 3, 3);
        assertThat(points).extracting(PointSummary::settings).isEqualTo(POINTS);
    }

    @Test
    void measure_tellsEachRunWithItsPlaceAndTheTimeLeft() throws InterruptedException {
        Session session = session(3, trial -> {
            now = now.plusSeconds(20);
            return MadeUpResults.run(trial, 1234, 9.87, Map.of());
        });

        session.measure(POINTS, 1);

        assertThat(progress)
                .containsExactly(
                        "run  1 of 3: repeat 1, threads 2, 32 users:   1234 TPS, TP99   9.9 ms, 0 errors  0:20 elapsed,"
                                + " about 0:40 left",
                        "run  2 of 3: repeat 1, threads 8, 32 users:   1234 TPS, TP99   9.9 ms, 0 errors  0:40 elapsed,"
                                + " about 0:20 left",
                        "run  3 of 3: repeat 1, threads 32, 32 users:   1234 TPS, TP99   9.9 ms, 0 errors  1:00 elapsed,"
                                + " about 0:00 left");
    }

    @Test
    void measure_makesARunThatDoesNotCountAgainAndKeepsBoth() throws InterruptedException {
        Session session = session(3, trial -> {
            LabRun run = MadeUpResults.run(trial, 1234, 9.87, Map.of());
            return trial.settings().requirePool().threads() == 8 ? MadeUpResults.invalid(run, "EINTERNAL") : run;
        });

        session.measure(POINTS, 1);

        assertThat(session.runs()).extracting(each -> each.identity().number()).containsExactly(1, 2, 3, 4, 5);
        assertThat(session.runs())
                .extracting(run -> run.settings().requirePool().threads())
                .containsExactly(2, 8, 8, 8, 32);
        assertThat(progress.get(1)).startsWith("run  2 of 4: ").endsWith("discarded: errors, made again");
    }

    @Test
    void measure_doesNotRepeatWhatFailsUnderARate() throws InterruptedException {
        RunSettings closed = POINTS.get(0);
        RunSettings open = new RunSettings(
                closed.place(),
                closed.variant(),
                closed.load().with(new Demand.OpenLoop(500, Demand.Arrivals.POISSON, 500)),
                List.of());
        Session session =
                session(3, trial -> MadeUpResults.invalid(MadeUpResults.run(trial, 400, 900, Map.of()), "EINTERNAL"));

        session.measureFresh(open, 1);

        assertThat(session.runs()).hasSize(1);
    }

    @Test
    void measure_ofALaterStage_summarizesOnlyItsOwnRuns() throws InterruptedException {
        Session session = session(2, trial -> MadeUpResults.run(trial, 100 * trial.number(), 9, Map.of()));
        session.measure(POINTS.subList(0, 1), 1);

        List<PointSummary> again = session.measure(POINTS.subList(0, 1), 1);

        assertThat(again).singleElement().returns(1, PointSummary::runs);
        assertThat(session.runs()).hasSize(2);
    }

    @Test
    void screen_makesEachPointOnce_withProcessesThatStay() throws InterruptedException {
        List<Processes> asked = new ArrayList<>();
        Session session = session(3, trial -> {
            asked.add(trial.processes());
            return MadeUpResults.run(trial, 100, 9, Map.of());
        });

        List<PointSummary> points = session.screen(POINTS);

        assertThat(asked).containsOnly(Processes.STAYING);
        assertThat(points).extracting(PointSummary::settings).isEqualTo(POINTS);
        assertThat(points).extracting(PointSummary::runs).containsOnly(1);
    }

    @Test
    void compare_goesForwardsThenBackwards_withProcessesThatStay() throws InterruptedException {
        List<String> order = new ArrayList<>();
        Session session = session(6, trial -> {
            order.add(trial.processes() + " " + trial.settings().requirePool().threads());
            return MadeUpResults.run(trial, 100, 9, Map.of());
        });

        List<PointSummary> points = session.compare(POINTS, 2);

        assertThat(order)
                .containsExactly("STAYING 2", "STAYING 8", "STAYING 32", "STAYING 32", "STAYING 8", "STAYING 2");
        assertThat(points).extracting(PointSummary::settings).isEqualTo(POINTS);
        assertThat(points).extracting(PointSummary::runs).containsOnly(2);
    }

    @Test
    void afterTheEnd_noRunIsBegun_andNoneIsMadeAgain() throws InterruptedException {
        Session session = session(3, trial -> {
            now = now.plusSeconds(10);
            return MadeUpResults.invalid(MadeUpResults.run(trial, 1234, 9.87, Map.of()), "EINTERNAL");
        });
        session.endBy(Duration.ofSeconds(37));

        List<PointSummary> points = session.screen(POINTS.subList(0, 2));

        assertThat(session.runs())
                .extracting(run -> run.settings().requirePool().threads())
                .containsExactly(2, 2, 2);
        assertThat(points).hasSize(1);
    }

    @Test
    void aRunThatTheMachineDisturbed_isMadeAgainWhenTheMachineIsCalm() throws InterruptedException {
        List<String> events = new ArrayList<>();
        Iterator<Calm> looks = List.of(new Calm(0, 0), new Calm(0, 0.7), new Calm(0.5, 0), new Calm(0, 0.05))
                .iterator();
        Patience patience = new Patience(
                looks::next, length -> events.add("waited " + length.toSeconds()), 2, Duration.ofMinutes(3));
        Session session = session(1, patience, trial -> {
            events.add("run");
            LabRun run = MadeUpResults.run(trial, 100, 9, Map.of());
            return trial.number() == 1 ? MadeUpResults.disturbed(run) : run;
        });

        session.screen(POINTS.subList(0, 1));

        assertThat(events).containsExactly("run", "waited 2", "waited 4", "run");
        assertThat(progress)
                .contains(
                        "0.7 of 2 cores stolen; waiting, 0:00 of at most 3:00",
                        "0.5 of 2 cores used by other programs; waiting, 0:02 of at most 3:00");
    }

    @Test
    void onAMachineThatIsNeverCalm_patienceEnds_andNothingIsMadeAgain() throws InterruptedException {
        List<Duration> waited = new ArrayList<>();
        Patience patience = new Patience(() -> new Calm(1, 0), waited::add, 2, Duration.ofSeconds(20));
        Session session =
                session(3, patience, trial -> MadeUpResults.disturbed(MadeUpResults.run(trial, 100, 9, Map.of())));

        session.screen(POINTS);

        assertThat(session.runs()).hasSize(3);
        assertThat(waited.stream().mapToLong(Duration::toSeconds).sum()).isEqualTo(20);
    }

    @Test
    void timeOfFresh_isLessWhereProcessesRunAlready() throws InterruptedException {
        Set<RunSettings> had = new HashSet<>();
        RunSettings open = new RunSettings(
                POINTS.get(0).place(),
                POINTS.get(0).variant(),
                MadeUpResults.LOAD.with(new Demand.OpenLoop(500, Demand.Arrivals.POISSON, 500)),
                List.of());
        Session session = session(3, new TrialRunner() {
            @Override
            public LabRun run(Trial trial) {
                assertThat(trial.processes()).isEqualTo(Processes.FRESH);
                had.add(trial.settings());
                return MadeUpResults.run(trial, 100, 9, Map.of());
            }

            @Override
            public int countReady(RunSettings settings) {
                return had.isEmpty() || had.contains(settings) ? 0 : 1;
            }
        });
        Duration started = RunTimes.of(open.load());

        assertThat(session.timeOfFresh(open, 3)).isEqualTo(started.multipliedBy(3));
        session.measureFresh(POINTS.get(0), 1);
        assertThat(session.timeOfFresh(open, 3))
                .isEqualTo(started.multipliedBy(2).plus(RunTimes.ofAReadyRun(open.load())));
        session.measureFresh(open, 1);
        assertThat(session.timeOfFresh(open, 3)).isEqualTo(started.multipliedBy(3));
    }

    @Test
    void look_isMadeOnce_onAFreshProcessThatRuns_elseOnOneThatStays() throws InterruptedException {
        List<Processes> asked = new ArrayList<>();
        Session session = session(3, new TrialRunner() {
            @Override
            public LabRun run(Trial trial) {
                asked.add(trial.processes());
                return MadeUpResults.disturbed(MadeUpResults.run(trial, 100, 9, Map.of()));
            }

            @Override
            public int countReady(RunSettings settings) {
                return asked.isEmpty() ? 1 : 0;
            }
        });

        session.look(POINTS.get(0));
        session.look(POINTS.get(0));

        assertThat(asked).containsExactly(Processes.FRESH, Processes.STAYING);
        assertThat(session.runs()).hasSize(2);
    }

    @Test
    void negativeRetries_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Conditions(MadeUpResults.OBJECTIVE, MadeUpResults.TWO_CORES, -1, false))
                .withMessage("retries: -1 (expected: >= 0)");
    }

    private Session session(int planned, TrialRunner runner) {
        return session(planned, CalmSession.patience(), runner);
    }

    private Session session(int planned, Patience patience, TrialRunner runner) {
        return new Session(
                runner,
                new Conditions(MadeUpResults.OBJECTIVE, MadeUpResults.TWO_CORES, 2, false),
                patience,
                planned,
                () -> now,
                now,
                progress::add);
    }
}
