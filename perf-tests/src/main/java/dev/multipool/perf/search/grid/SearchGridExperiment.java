package dev.multipool.perf.search.grid;

import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.NoAnswer;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Table;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.run.RunTimes;
import dev.multipool.laboratory.session.Experiment;
import dev.multipool.laboratory.session.Session;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.experiment.PoolComparison;
import dev.multipool.perf.search.MethodSearch;
import dev.multipool.perf.search.SearchExperiment;
import dev.multipool.perf.search.SearchFindings;
import dev.multipool.perf.service.ServiceCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The search against every combination measured.
 *
 * <p><b>Question.</b> How much throughput does the search miss that measuring every combination of users and pool sizes would
 * have found, and how many runs does it save?
 *
 * <p><b>Hypothesis.</b> It comes within 3 % of the best of the grid with a fraction of its runs.
 *
 * <p><b>Setup.</b> The search for the first of the calls, of which the best thread pools count here; then a full grid on one server whose pools are resized: users for each
 * core, inner threads for each user, as many business threads as users, in short windows. The five of the grid that serve most
 * within the objective and the search's answer are then compared: three times or more, interleaved, in windows four times as
 * long.
 *
 * <p><b>Reading the result.</b> Only the comparison counts: of hundreds of short windows the best is so partly by luck. The
 * grid itself is in results.csv.
 *
 * <p><b>How to run.</b> {@code java -jar perf-tests/target/multipool-lab.jar run --experiment search-grid --call query-items
 * --budget 6m --duration 2s}; the budget is the search's.
 */
public final class SearchGridExperiment implements Experiment {
    public static final String NAME = "search-grid";

    private static final List<Integer> USERS_PER_CORE = List.of(4, 6, 8, 10, 12, 14);
    private static final List<List<Integer>> INNER_THREADS_PER_USER =
            List.of(List.of(1, 2, 3, 4, 5), List.of(4, 6, 8, 10, 12, 16));
    /** Business threads per 4 users where calls use no other pool. */
    private static final List<Integer> QUARTERS = List.of(1, 2, 3, 4);

    private static final String STAGE = "grid";
    private static final String COMPARED = "the search's answer and the best of the grid";
    private static final int BEST_OF_THE_GRID = 5;
    private static final int FEWEST_REPEATS = 3;
    private static final int LONGER = 4;

    private final ExperimentOptions options;
    private final ServiceCall call;
    private final SearchExperiment search;

    public SearchGridExperiment(ExperimentOptions options) {
        this.options = options;
        this.call = options.scope().calls().get(0);
        this.search = new SearchExperiment(options.about(call));
    }

    @Override
    public int plannedRuns() {
        return search.plannedRuns() + gridPoints() + compared();
    }

    @Override
    public Duration timeOfARun() {
        return search.timeOfARun()
                .multipliedBy(search.plannedRuns())
                .plus(RunTimes.ofAWarmRun(gridLoad()).multipliedBy(gridPoints()))
                .plus(RunTimes.ofAWarmRun(longer(gridLoad())).multipliedBy(compared()))
                .dividedBy(plannedRuns());
    }

    private int gridPoints() {
        return USERS_PER_CORE.size() * sizes(1).size();
    }

    private int compared() {
        return (BEST_OF_THE_GRID + 1) * repeats();
    }

    private int repeats() {
        return Math.max(FEWEST_REPEATS, options.repeats());
    }

    @Override
    public Findings run(Session session) throws InterruptedException {
        MethodSearch method = search.begin(session, call, options.scope().budget());
        method.search();
        SearchFindings.MethodFindings found = method.findings();
        // the grid takes the time that it takes
        session.endWhenDone();
        Optional<Candidate> searched = found.pools();
        if (searched.isEmpty()) {
            return new Findings(
                    Answer.none(
                            session.objective(),
                            session.cores(),
                            Objects.requireNonNullElseGet(found.answer().whyNone(), NoAnswer::noWindowCounts),
                            call.word() + ": the search found nothing to compare the grid with"),
                    found.findings(),
                    found.tables());
        }
        int searchRuns = session.runs().size();
        List<PointSummary> grid = session.screen(grid(session.cores().serverCores()));
        int gridRuns = session.runs().size() - searchRuns;
        List<RunSettings> finalists = new ArrayList<>();
        finalists.add(comparedWith(searched.get(), "search: "));
        Candidate.of(grid).stream()
                .filter(each -> session.objective().isMetBy(each.p99Millis()))
                .sorted(Comparator.comparingDouble(Candidate::throughput).reversed())
                .limit(BEST_OF_THE_GRID)
                .map(each -> comparedWith(each, "grid: "))
                .forEach(finalists::add);
        List<PointSummary> compared = session.compare(finalists, repeats());
        List<Table> tables = new ArrayList<>(List.of(SearchFindings.compared(
                PoolComparison.capital(COMPARED) + ", measured again", "interleaved on one server.", compared)));
        tables.addAll(found.tables());
        String text = answer(session, compared, searchRuns, gridRuns);
        Answer answer = Candidate.best(session.objective(), compared)
                .map(best -> Answer.of(session.objective(), best, session.cores(), text))
                .orElseGet(() -> Answer.noneOf(session.objective(), compared, session.cores(), text));
        return new Findings(answer, found.findings(), tables);
    }

    private String answer(Session session, List<PointSummary> compared, int searchRuns, int gridRuns) {
        String runs = String.format(
                Locale.ROOT,
                "%d runs of the search, %d of the grid (%.0f %%)",
                searchRuns,
                gridRuns,
                100.0 * searchRuns / gridRuns);
        Optional<Candidate> bestOfGrid = Candidate.best(session.objective(), compared.subList(1, compared.size()));
        Optional<Candidate> searched =
                Candidate.of(compared.subList(0, 1)).stream().findFirst();
        if (bestOfGrid.isEmpty() || searched.isEmpty()) {
            return call.word() + ": nothing of the grid, or not the search's answer, kept "
                    + session.objective().describe() + " when measured again; " + runs;
        }
        double apart = searched.get().throughput() / bestOfGrid.get().throughput() - 1;
        return String.format(
                Locale.ROOT,
                "%s: the search's answer lies %+.1f %% off the best of the grid (%s; %s); %s; measured on %s",
                call.word(),
                100 * apart,
                PoolComparison.describeFigures(searched.get()),
                bestOfGrid.get().variant().name() + " with " + PoolComparison.describeFigures(bestOfGrid.get()),
                runs,
                session.cores().describeServerCores());
    }

    private RunSettings comparedWith(Candidate candidate, String from) {
        Variant variant = candidate.variant();
        RunSettings settings = candidate.point().settings();
        return new RunSettings(
                new PointPosition(COMPARED, "server", from + variant.name()),
                variant.named(from + variant.name()),
                longer(gridLoad()).with(settings.load().demand()),
                settings.expectedErrors());
    }

    private List<RunSettings> grid(int cores) {
        List<RunSettings> points = new ArrayList<>();
        for (int perCore : USERS_PER_CORE) {
            int users = perCore * cores;
            for (Map<String, Integer> sizes : sizes(users)) {
                Variant variant = call.server(options.servers(), sizes);
                points.add(new RunSettings(
                        new PointPosition(STAGE, "server", variant.name() + ", " + users + " users"),
                        variant,
                        gridLoad().with(new ClosedLoop(users, 0, options.rejectBackoffSeconds())),
                        List.of()));
            }
        }
        return points;
    }

    /** Every combination for so many users. */
    private List<Map<String, Integer>> sizes(int users) {
        List<String> pools = call.pools();
        if (pools.size() == 1) {
            return QUARTERS.stream()
                    .map(quarters -> Map.of(pools.get(0), Math.max(1, users * quarters / QUARTERS.size())))
                    .toList();
        }
        List<Map<String, Integer>> all = new ArrayList<>();
        all.add(Map.of(pools.get(0), users));
        for (int inner = 1; inner < pools.size(); inner++) {
            List<Map<String, Integer>> more = new ArrayList<>();
            for (Map<String, Integer> outer : all) {
                for (int perUser : INNER_THREADS_PER_USER.get(inner - 1)) {
                    Map<String, Integer> sizes = new LinkedHashMap<>(outer);
                    sizes.put(pools.get(inner), perUser * users);
                    more.add(sizes);
                }
            }
            all = more;
        }
        return all;
    }

    /** Of the times asked for, whatever the search's budget makes of them. */
    private Load gridLoad() {
        return call.of(options.warmLoad());
    }

    private static Load longer(Load load) {
        return load.lasting(load.times().warmupSeconds(), LONGER * load.times().durationSeconds());
    }
}
