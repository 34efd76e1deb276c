package dev.multipool.perf.experiment.jsfpools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.result.ResultFile;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Table;
import dev.multipool.laboratory.run.Trial;
import dev.multipool.laboratory.session.CalmSession;
import dev.multipool.laboratory.session.Session;
import dev.multipool.laboratory.session.Session.Conditions;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.service.CallWeight;
import dev.multipool.perf.service.ServerTemplate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsfPoolsExperimentTest {
    private static final ExperimentOptions OPTIONS =
            new ExperimentOptions(List.of(4, 8), MadeUpResults.LOAD, 2, new ServerTemplate(Map.of(), null));

    @Test
    void run_findsTheLargestLoadOfEachKindWithBothWeights() throws InterruptedException {
        Session session = session();

        Findings findings = new JsfPoolsExperiment(OPTIONS).run(session);

        assertThat(findings.findings())
                .extracting(Finding::text)
                .containsExactly(
                        "With light weight, the best cached pool was cached 200."
                                + " It kept the limit under 19 users, answered 1900 calls/s and had a TP99 of 9.5 ms. 20 users broke the limit.",
                        "With light weight, the best fixed pool was fixed 8."
                                + " It kept the limit under 8 users, answered 800 calls/s and had a TP99 of 4.0 ms.",
                        "With light weight, the best fixed with queue pool was fixed 4 + queue."
                                + " It kept the limit under 19 users, answered 1900 calls/s and had a TP99 of 9.5 ms. 20 users broke the limit.",
                        "With published weight, the best cached pool was cached 200."
                                + " It kept the limit under 9 users, answered 900 calls/s and had a TP99 of 9.0 ms. 10 users broke the limit.",
                        "With published weight, the best fixed pool was fixed 8."
                                + " It kept the limit under 8 users, answered 800 calls/s and had a TP99 of 8.0 ms.",
                        "With published weight, the best fixed with queue pool was fixed 4 + queue."
                                + " It kept the limit under 9 users, answered 900 calls/s and had a TP99 of 9.0 ms. 10 users broke the limit.");
        assertThat(findings.answer().text())
                .isEqualTo(
                        "largest throughput with TP99 < 10 ms, published weight: cached 200 under 9 users, 900 TPS, TP99"
                                + " 9.0 ms, measured on 1 core");
        assertThat(new ResultFile().toJson(MadeUpResults.of(JsfPoolsExperiment.NAME, findings, session.runs())))
                .contains("Beside the published cached pool");
    }

    @Test
    void run_comparesTheLargestLoadsInterleaved() throws InterruptedException {
        Session session = session();

        new JsfPoolsExperiment(OPTIONS).run(session);

        List<RunSettings> compared = session.runs().stream()
                .map(LabRun::settings)
                .filter(settings -> settings.place().stage().equals("light weight, largest loads"))
                .toList();
        assertThat(compared)
                .extracting(settings -> settings.place().label())
                .containsExactly(
                        "cached 200, 19 users",
                        "fixed 8, 8 users",
                        "fixed 4 + queue, 19 users",
                        "fixed 4 + queue, 19 users",
                        "fixed 8, 8 users",
                        "cached 200, 19 users");
        assertThat(compared.get(0).variant().server()).containsEntry("methods.find-user-info.wait", "none");
    }

    @Test
    void tables_putPublishedFiguresBesideOurs() throws InterruptedException {
        Findings findings = new JsfPoolsExperiment(OPTIONS).run(session());

        assertThat(findings.tables())
                .extracting(Table::title)
                .startsWith(
                        "Beside the published cached pool, light weight",
                        "Beside the published fixed pool without queue, light weight",
                        "Beside the published fixed pool with queue, light weight",
                        "Largest loads, light weight")
                .hasSize(8);
        assertThat(MadeUpResults.texts(findings.tables().get(0))).anySatisfy(row -> assertThat(row)
                .containsExactly("24", "24 users", "2400", "12.0", "6553", "8", "99.62"));
    }

    @Test
    void run_withAWeightThatIsSet_isMadeOnce() throws InterruptedException {
        Session session = session();
        ExperimentOptions options = new ExperimentOptions(
                List.of(4), MadeUpResults.LOAD, 1, new ServerTemplate(CallWeight.PUBLISHED.settings(), null));

        new JsfPoolsExperiment(options).run(session);

        assertThat(session.runs())
                .allSatisfy(run -> assertThat(run.settings().variant().server())
                        .containsEntry("methods.find-user-info.cpu", "560us"));
        assertThat(session.runs().get(0).settings().place().stage()).isEqualTo("weight as set, cached 200");
    }

    /** Half a millisecond for each user of a light service, one of a heavy one. */
    private static LabRun madeUp(Trial trial) {
        RunSettings settings = trial.settings();
        int users = ((ClosedLoop) settings.load().demand()).users();
        boolean light = "0".equals(settings.variant().server().get("methods.find-user-info.cpu"));
        return MadeUpResults.run(trial, 100 * users, light ? 0.5 * users : users, Map.of());
    }

    private static Session session() {
        return CalmSession.begin(
                JsfPoolsExperimentTest::madeUp,
                new Conditions(MadeUpResults.OBJECTIVE, MadeUpResults.TWO_CORES, 0, false),
                50,
                () -> Instant.EPOCH,
                line -> {});
    }
}
