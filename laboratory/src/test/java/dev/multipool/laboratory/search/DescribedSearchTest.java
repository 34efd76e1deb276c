package dev.multipool.laboratory.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.multipool.capacity.Objective;
import dev.multipool.laboratory.description.DescriptionReader;
import dev.multipool.laboratory.description.ServiceDescription;
import dev.multipool.laboratory.description.Setting;
import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.process.ProcessFailedException.Kind;
import dev.multipool.laboratory.report.ResultDirectory;
import dev.multipool.laboratory.result.AnswerOutcome;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Demand.OpenLoop;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.Finding.Subject;
import dev.multipool.laboratory.result.FindingCode;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.result.NoAnswer;
import dev.multipool.laboratory.result.NoRate;
import dev.multipool.laboratory.result.SustainableRate;
import dev.multipool.laboratory.result.SustainableRate.Carried;
import dev.multipool.laboratory.run.Trial;
import dev.multipool.laboratory.run.TrialRunner;
import dev.multipool.laboratory.session.CalmSession;
import dev.multipool.laboratory.session.Session;
import dev.multipool.laboratory.session.Session.Conditions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The search on docs/examples/shop, as if each call held a connection for 10 ms and a core could do 1000 of them a second. */
class DescribedSearchTest {
    private static final Duration OF_A_RUN = Duration.ofSeconds(5);
    private static final Duration BUDGET = Duration.ofMinutes(10);

    private final List<String> said = new ArrayList<>();
    private final Map<String, String> kept = new HashMap<>();
    private Instant now = Instant.EPOCH;
    private int deadly = -1;
    private boolean deadlyInFinals;
    /** Calls per second from which on the service ends. */
    private double deadlyRate = Double.POSITIVE_INFINITY;

    /** Calls per second from which on TP99 differs from window to window, within the limit. */
    private double scatteringRate = Double.POSITIVE_INFINITY;

    private int windowsThatScatter;

    private @Nullable Kind always;
    private double tailInFinals = 1;
    private boolean scattersInFinals;
    /** TP99 of the search's windows, by sizes and load. */
    private final Map<List<Object>, Double> inSearch = new HashMap<>();

    private final Set<List<Object>> inFinals = new HashSet<>();
    private Duration limit = Duration.ofMillis(50);

    @Test
    void run_withoutARate_answersWithSizesThatServeTheMost() throws InterruptedException {
        Findings findings = search(null);

        assertThat(findings.answer().outcome()).isEqualTo(AnswerOutcome.ANSWER);
        Map<String, String> settings =
                Objects.requireNonNull(findings.answer().recommendation().settings());
        // ten connections do what the core can do
        assertThat(number(settings, "connections")).isBetween(10, 16);
        assertThat(findings.answer().recommendation().throughputPerSecond()).isGreaterThan(950);
        assertThat(findings.answer().text()).startsWith("shop: ");
        assertThat(findings.findings()).extracting(Finding::code).containsExactly(FindingCode.SEARCH_WITHOUT_AGENT);
    }

    @Test
    void run_withoutARate_findsTheRateThatIndependentCallersCanHave() throws InterruptedException {
        Findings findings = search(null);

        SustainableRate sustainable = sustainable(findings);
        Carried rate = Objects.requireNonNull(sustainable.rate());
        assertThat(sustainable.outcome()).isEqualTo(AnswerOutcome.ANSWER);
        assertThat(sustainable.missing()).isEmpty();
        // 900 calls per second are too many
        assertThat(rate.perSecond()).isBetween(855, 899);
        assertThat(Objects.requireNonNull(rate.notKeptPerSecond())).isBetween(900, 945);
        assertThat(rate.partOfClosedLoop()).isBetween(0.85, 0.9);
        assertThat(rate.p99Millis()).isLessThan(50);
        assertThat(rate.evidence().windows()).isEqualTo(3);
        assertThat(Duration.between(Instant.EPOCH, now)).isLessThanOrEqualTo(BUDGET);
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 45, 90, 120, 180, 300, 600})
    void run_withAnyBudget_keepsItAndSaysWhatTheRateLacks(int seconds) throws InterruptedException {
        Duration budget = Duration.ofSeconds(seconds);

        Findings findings = measure(new SizingPlan(null, null, budget, 2, 2));

        assertThat(Duration.between(Instant.EPOCH, now)).isLessThanOrEqualTo(budget);
        SustainableRate sustainable = sustainable(findings);
        switch (sustainable.outcome()) {
            case ANSWER -> assertThat(sustainable.missing()).isEmpty();
            case PROVISIONAL -> assertThat(sustainable.missing()).isNotEmpty();
            case NONE -> assertThat(sustainable.whyNone()).isIn(NoRate.OUT_OF_TIME, NoRate.CLOSED_LOOP_NOT_SURE);
        }
    }

    @Test
    void run_serviceThatEndsUnderARate_doesNotCarryItButKeepsItsAnswer() throws InterruptedException {
        deadlyRate = 600;

        Findings findings = search(null);

        assertThat(findings.answer().outcome()).isEqualTo(AnswerOutcome.ANSWER);
        assertThat(findings.findings()).extracting(Finding::code).containsExactly(FindingCode.SEARCH_WITHOUT_AGENT);
        assertThat(Objects.requireNonNull(sustainable(findings).rate()).perSecond())
                .isBetween(560, 600);
        assertThat(said).anyMatch(line -> line.startsWith("not carried: "));
    }

    @Test
    void run_rateWhoseTailScatters_isLeftOnceMoreWindowsWouldNotConfirmIt() throws InterruptedException {
        scatteringRate = 800;

        Findings findings = search(null);

        SustainableRate sustainable = sustainable(findings);
        assertThat(sustainable.outcome()).isEqualTo(AnswerOutcome.ANSWER);
        assertThat(Objects.requireNonNull(sustainable.rate()).perSecond()).isBetween(700, 799);
        assertThat(windowsThatScatter).isEqualTo(2);
    }

    @Test
    void run_serviceThatCarriesNoRate_saysSo() throws InterruptedException {
        deadlyRate = 1;

        Findings findings = search(null);

        assertThat(findings.answer().outcome()).isEqualTo(AnswerOutcome.ANSWER);
        assertThat(sustainable(findings).whyNone()).isEqualTo(NoRate.NOTHING_KEEPS_THE_OBJECTIVE);
    }

    @Test
    void run_loadOfAnotherProgram_hasNoRateAndSaysSo() throws InterruptedException {
        Findings findings =
                measure(DescriptionReader.parse(Path.of("shop.yaml"), """
                service: {start: 'java Shop.java {port}', ready: {log: up}}
                knobs:
                  threads: {range: 2..50, env: THREADS}
                  connections: {range: 2..50, env: CONNECTIONS}
                load: {command: 'wrk -c{users} -d{seconds} {port}', parser: wrk}
                """), new SizingPlan(null, null, BUDGET, 2, 2));

        assertThat(findings.answer().outcome()).isEqualTo(AnswerOutcome.ANSWER);
        assertThat(sustainable(findings).whyNone()).isEqualTo(NoRate.OTHER_PROGRAM);
    }

    private static SustainableRate sustainable(Findings findings) {
        return Objects.requireNonNull(findings.answer().recommendation().sustainable());
    }

    @Test
    void run_withoutTimeForFinals_answersProvisionallyWithTheBestOfTheSearch() throws InterruptedException {
        Findings findings = measure(new SizingPlan(null, null, OF_A_RUN.multipliedBy(3), 2, 2));

        assertThat(findings.answer().outcome()).isEqualTo(AnswerOutcome.PROVISIONAL);
        assertThat(findings.answer().missing()).isNotEmpty();
        assertThat(findings.answer().recommendation().settings()).isNotNull();
        assertThat(sustainable(findings).whyNone()).isEqualTo(NoRate.CLOSED_LOOP_NOT_SURE);
    }

    @Test
    void run_finalsThatAreNotDecided_takeTheTimeOfTheRate() throws InterruptedException {
        scattersInFinals = true;

        Findings findings = measure(new SizingPlan(null, null, Duration.ofMinutes(3), 2, 2));

        assertThat(findings.answer().outcome()).isEqualTo(AnswerOutcome.PROVISIONAL);
        assertThat(sustainable(findings).whyNone()).isEqualTo(NoRate.CLOSED_LOOP_NOT_SURE);
        assertThat(Duration.between(Instant.EPOCH, now)).isBetween(Duration.ofSeconds(150), Duration.ofMinutes(3));
    }

    @Test
    void run_withARate_answersWithTheSmallestSizesThatCarryIt() throws InterruptedException {
        Findings findings = search(300);

        assertThat(findings.answer().outcome()).isEqualTo(AnswerOutcome.ANSWER);
        assertThat(findings.answer().recommendation().settings())
                .containsEntry("connections", "4")
                .containsEntry("threads", "4");
        assertThat(findings.answer().recommendation().sustainable()).isNull();
        // a model guides no search for a rate
        assertThat(findings.findings()).isEmpty();
    }

    @Test
    void run_settingThatDies_isLeftOutAndSaid() throws InterruptedException {
        deadly = 10;

        Findings findings = search(null);

        assertThat(findings.answer().recommendation().settings()).isNotNull().doesNotContainEntry("connections", "10");
        assertThat(said)
                .anyMatch(line -> line.startsWith("left out: with threads=") && line.contains(" connections=10: "));
    }

    @Test
    void run_settingThatDiesInTheFinals_isNoAnswer() throws InterruptedException {
        deadlyInFinals = true;

        Findings findings = search(null);

        List<String> left = leftOut(findings).stream()
                .map(finding -> finding.subjects().getOrDefault(Subject.SETTING, ""))
                .toList();
        assertThat(leftOut(findings))
                .isNotEmpty()
                .allMatch(finding -> finding.code() == FindingCode.SETTING_ENDED_THE_SERVICE);
        assertThat(left)
                .doesNotContain(new Setting(Objects.requireNonNull(
                                findings.answer().recommendation().settings()))
                        .toString());
    }

    @Test
    void run_serviceThatEndsWithEverySetting_isNoAnswerThatSaysWhatWasLeftOut() throws InterruptedException {
        always = Kind.ENDED;

        Findings findings = search(null);

        assertThat(findings.answer().outcome()).isEqualTo(AnswerOutcome.NONE);
        assertThat(Objects.requireNonNull(findings.answer().whyNone()).cause())
                .isEqualTo(NoAnswer.Cause.EVERY_SETTING_LEFT_OUT);
        assertThat(leftOut(findings))
                .hasSizeGreaterThan(2)
                .allMatch(finding -> finding.code() == FindingCode.SETTING_ENDED_THE_SERVICE);
    }

    @ParameterizedTest
    @EnumSource(names = {"NOT_STARTED", "NOT_SET"})
    void run_serviceThatCantBeStartedOrSetAsItIsToday_failsWithItsError(Kind kind) {
        always = kind;

        assertThatThrownBy(() -> search(null))
                .isInstanceOf(ProcessFailedException.class)
                .hasMessage("it always does");
        assertThat(said).noneMatch(line -> line.startsWith("left out"));
    }

    @Test
    void run_withoutTimeForAWindow_saysSo() throws InterruptedException {
        Findings findings = measure(new SizingPlan(null, null, Duration.ofSeconds(1), 2, 2));

        assertThat(Objects.requireNonNull(findings.answer().whyNone()).cause()).isEqualTo(NoAnswer.Cause.OUT_OF_TIME);
    }

    @Test
    void run_limitThatNothingKeeps_saysSo() throws InterruptedException {
        limit = Duration.ofMillis(5);

        Findings findings = search(null);

        assertThat(findings.answer().outcome()).isEqualTo(AnswerOutcome.NONE);
        assertThat(Objects.requireNonNull(findings.answer().whyNone()).cause())
                .isEqualTo(NoAnswer.Cause.NOTHING_KEEPS_THE_OBJECTIVE);
    }

    @Test
    void run_bestWhoseTailIsLongerOnFreshProcesses_makesRoomForALighterLoad() throws InterruptedException {
        // what served 44 ms in the search breaks the limit, and so does the next lighter load
        tailInFinals = 1.6;

        Findings findings = search(null);

        assertThat(findings.answer().outcome()).isEqualTo(AnswerOutcome.ANSWER);
        assertThat(findings.answer().recommendation().throughputPerSecond()).isGreaterThan(950);
        assertThat(findings.answer().recommendation().p99Millis()).isLessThan(50.0);
    }

    @Test
    void run_finalsThatAllBreakTheLimit_answersWithNoneOfThem() throws InterruptedException {
        tailInFinals = 100;

        Findings findings = search(null);

        assertThat(findings.answer().outcome()).isNotEqualTo(AnswerOutcome.ANSWER);
        assertThat(inFinals).hasSizeGreaterThan(2);
        assertThat(inSearch.entrySet())
                .filteredOn(window -> inFinals.contains(window.getKey()))
                .isNotEmpty()
                .noneMatch(window -> window.getValue()
                        .equals(findings.answer().recommendation().p99Millis()));
    }

    @Test
    void loadOfAnotherProgram_hasToBeOfTheKindThatIsSearchedFor() {
        ServiceDescription closed = loadedBy("wrk -c{users} -d{seconds} {port}", "wrk");
        ServiceDescription open = loadedBy("wrk2 -R{rate} -d{seconds} {port}", "wrk2");
        SizingPlan most = new SizingPlan(null, null, BUDGET, 2, 2);
        SizingPlan carry = new SizingPlan(300, null, BUDGET, 2, 2);

        most.requireFittingLoad(closed);
        carry.requireFittingLoad(open);
        assertThatThrownBy(() -> carry.requireFittingLoad(closed))
                .hasMessageStartingWith("--carry: load.command is a closed loop, as it has no {rate} (expected:");
        assertThatThrownBy(() -> most.requireFittingLoad(open))
                .hasMessageStartingWith("load.command: an open loop, as it has {rate} (expected: --carry RATE");
    }

    private static ServiceDescription loadedBy(String command, String parser) {
        return DescriptionReader.parse(Path.of("shop.yaml"), """
                service: {start: 'java Shop.java {port}', ready: {log: up}}
                knobs:
                  threads: {range: 2..50, env: THREADS}
                load: {command: '%s', parser: %s}
                """.formatted(command, parser));
    }

    @Test
    void run_onAGrid_measuresAllCombinationsAndLeavesThem() throws InterruptedException {
        deadly = 10;

        Findings findings = measure(new SizingPlan(null, 3, BUDGET, 2, 2));

        assertThat(findings.answer().outcome()).isEqualTo(AnswerOutcome.ANSWER);
        assertThat(findings.answer().recommendation().sustainable()).isNull();
        GridCsv grid = GridCsv.parse(kept.getOrDefault(ResultDirectory.GRID, ""));
        assertThat(grid.knobs()).containsExactly("threads", "connections");
        assertThat(grid.limitMillis()).isEqualTo(50);
        // of 3 x 3 those with connections <= threads
        assertThat(grid.rows().stream().map(GridRow::values).distinct()).hasSize(6);
        assertThat(grid.rows())
                .filteredOn(row -> number(row.values(), "connections") == deadly)
                .isNotEmpty()
                .allSatisfy(row -> {
                    assertThat(row.users()).isNull();
                    assertThat(row.whyInvalid()).isEqualTo("with 10 connections the service ended");
                });
        assertThat(grid.rows())
                .filteredOn(row -> number(row.values(), "connections") == 40)
                .anyMatch(row -> row.keeps() && Objects.requireNonNullElse(row.throughputPerSecond(), 0.0) > 950);
        assertThat(grid.rows())
                .as("windows of the finals")
                .filteredOn(row -> row.users() != null && inFinals.contains(List.of(row.values(), row.users())))
                .hasSizeGreaterThan(2);
    }

    @Test
    void run_onAGrid_takesTheTimeThatItTakes() throws InterruptedException {
        limit = Duration.ofMillis(200);
        SizingPlan plan = new SizingPlan(null, 6, Duration.ofSeconds(1), 2, 2);

        measure(plan);

        GridCsv grid = GridCsv.parse(kept.getOrDefault(ResultDirectory.GRID, ""));
        assertThat(grid.rows().stream().map(GridRow::values).distinct()).hasSizeGreaterThan(15);
        assertThat(plan.estimate(shop())).isGreaterThan(Duration.ofMinutes(3));
    }

    /** Without what is told of the search itself. */
    private static List<Finding> leftOut(Findings findings) {
        return findings.findings().stream()
                .filter(finding -> finding.subjects().containsKey(Subject.SETTING))
                .toList();
    }

    private Findings search(@Nullable Integer rate) throws InterruptedException {
        return measure(new SizingPlan(rate, null, BUDGET, 2, 2));
    }

    private static ServiceDescription shop() {
        return DescriptionReader.read(Path.of("../docs/examples/shop/shop.yaml"));
    }

    private Findings measure(SizingPlan plan) throws InterruptedException {
        return measure(shop(), plan);
    }

    private Findings measure(ServiceDescription service, SizingPlan plan) throws InterruptedException {
        Session session = CalmSession.begin(
                new TrialRunner() {
                    @Override
                    public LabRun run(Trial trial) {
                        return DescribedSearchTest.this.run(trial);
                    }

                    @Override
                    public void keep(String fileName, String text) {
                        kept.put(fileName, text);
                    }
                },
                new Conditions(Objective.tp99Below(limit), MadeUpResults.TWO_CORES, 0, false),
                100,
                () -> now,
                said::add);
        return new DescribedSearch(service, plan, session).run();
    }

    private LabRun run(Trial trial) {
        now = now.plus(OF_A_RUN);
        Map<String, String> settings = trial.settings().variant().server();
        int connections = number(settings, "connections");
        if (always != null) {
            throw new ProcessFailedException(always, "it always does");
        }
        if (connections == deadly) {
            throw new ProcessFailedException("with " + deadly + " connections the service ended");
        }
        if (deadlyInFinals && trial.repeat() == 2) {
            throw new ProcessFailedException(Kind.ENDED, "the service ended");
        }
        double most = Math.min(Math.min(100.0 * connections, 100.0 * number(settings, "threads")), 1000);
        // a little noise, so that intervals have a width
        double noise = 1 + 0.002 * (trial.number() % 3);
        if (trial.settings().load().demand() instanceof OpenLoop open) {
            if (open.ratePerSecond() >= deadlyRate) {
                throw new ProcessFailedException(Kind.ENDED, "the service ended");
            }
            boolean carried = open.ratePerSecond() < 0.9 * most;
            double tail = carried ? 15 : 5000;
            if (carried && open.ratePerSecond() >= scatteringRate) {
                windowsThatScatter = Math.max(windowsThatScatter, trial.repeat());
                tail = trial.repeat() % 2 == 0 ? 3 * tail : tail;
            }
            return MadeUpResults.run(trial, noise * Math.min(open.ratePerSecond(), most), tail * noise, Map.of());
        }
        int users = ((ClosedLoop) trial.settings().load().demand()).users();
        double throughput = noise * Math.min(most, 100.0 * users);
        double tail = 1.1 * 1000 * users / throughput;
        List<Object> point = List.of(settings, users);
        if (trial.settings().place().stage().equals("search")) {
            inSearch.put(point, tail);
            return MadeUpResults.run(trial, throughput, tail, Map.of());
        }
        inFinals.add(point);
        if (scattersInFinals && trial.repeat() % 2 == 0) {
            throughput = 0.6 * throughput;
        }
        return MadeUpResults.run(trial, throughput, tailInFinals * tail, Map.of());
    }

    private static int number(Map<String, String> settings, String knob) {
        return Integer.parseInt(settings.getOrDefault(knob, "0"));
    }
}
