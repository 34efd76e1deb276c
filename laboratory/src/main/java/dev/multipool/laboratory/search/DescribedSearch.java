package dev.multipool.laboratory.search;

import dev.multipool.bench.result.Fault;
import dev.multipool.bench.result.LoadResult.Sending;
import dev.multipool.laboratory.description.Knob;
import dev.multipool.laboratory.description.KnobValues;
import dev.multipool.laboratory.description.LoadCommand;
import dev.multipool.laboratory.description.Origin;
import dev.multipool.laboratory.description.ServiceDescription;
import dev.multipool.laboratory.description.Setting;
import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.process.ProcessFailedException.Kind;
import dev.multipool.laboratory.report.ResultDirectory;
import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.Figure;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.Gate;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.LoadEngine;
import dev.multipool.laboratory.result.LoadEngine.Loop;
import dev.multipool.laboratory.result.NoAnswer;
import dev.multipool.laboratory.result.PointPosition;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.Variant;
import dev.multipool.laboratory.run.LoadFailedException;
import dev.multipool.laboratory.run.RunTimes;
import dev.multipool.laboratory.session.Session;
import dev.multipool.laboratory.sizing.Finalist;
import dev.multipool.laboratory.sizing.GridSweep;
import dev.multipool.laboratory.sizing.KnobScale;
import dev.multipool.laboratory.sizing.KnobSpace;
import dev.multipool.laboratory.sizing.SizeSearch;
import dev.multipool.laboratory.sizing.SmallestSearch;
import dev.multipool.laboratory.sizing.Window;
import dev.multipool.laboratory.sizing.WindowSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Searches the sizes of a described service by measurement, and measures the best of them again on fresh processes.
 *
 * <p>Each part has its share of the time. A setting that can't be started, is not taken, or ends or
 * silences the service is left out from then on; it is said which, and the answer is none of them.
 *
 * <p><b>Threads:</b> one. <b>Lifecycle:</b> one search.
 */
public final class DescribedSearch {
    private static final String NAME = "size-service";
    private static final String QUESTION = "Which sizes let this service do the most within the objective?";

    private static final String CARRY_QUESTION =
            "Which are the smallest sizes with which this service carries the rate within the objective?";

    private static final String GRID_NAME = "size-grid";
    private static final String GRID_QUESTION =
            "Which of all sizes on a grid let this service do the most within the objective?";

    private static final String SEARCH = "search";
    private static final String GRID = "grid";
    private static final String FINALS = "finals";
    private static final String PROFILE = "profile";

    /** Of the time, for the search; the rest is for the finals. */
    private static final double SHARE_OF_THE_SEARCH = 0.65;

    /** Part of the calls due that must have been sent: else the generator, or its bound of calls in flight, was the limit. */
    private static final double KEPT_SCHEDULE = 0.99;

    /** That are measured by turns. */
    private static final int CONTENDERS = 3;
    /** Contenders, and those that take the place of one that breaks the objective. */
    private static final int FINALISTS = 8;

    private static final int MOST_USERS = 2000;
    /** Users of the first window. */
    private static final int FIRST_USERS = 8;
    /** A final's window / a window of the search: the finals decide. */
    private static final double LONGER = 2;
    /** What settling, knobs and starts add to a window. */
    private static final double SECONDS_BETWEEN_WINDOWS = 4;
    /** Windows that each sizes of a grid take, about. */
    private static final int LOADS = 8;
    /** Pause of a user after a failed call. */
    private static final double BACKOFF_SECONDS = 0.1;
    /** Calls under way of an open loop for each of a second's calls, at which the generator stops sending. */
    private static final int SECONDS_IN_FLIGHT = 2;

    private final ServiceDescription description;
    private final Plan plan;
    private final Session session;
    private final LeftOut leftOut = new LeftOut();

    /**
     * What is searched, and for how long.
     *
     * @param carry calls per second that have to be carried by sizes as small as may be; null to look for the most
     * @param points values of each number on a grid, all of which is measured whatever time that takes; null to search
     * @param budget how long a search may take
     * @param warmupSeconds load before the first window of each start
     * @param windowSeconds of the search
     */
    public record Plan(
            @Nullable Integer carry,
            @Nullable Integer points,
            Duration budget,
            double warmupSeconds,
            double windowSeconds) {
        /** What the result is called. */
        public String name() {
            return points == null ? NAME : GRID_NAME;
        }

        /** What the result answers. */
        public String question() {
            return carry != null ? CARRY_QUESTION : points == null ? QUESTION : GRID_QUESTION;
        }
    }

    public DescribedSearch(ServiceDescription description, Plan plan, Session session) {
        this.description = description;
        this.plan = plan;
        this.session = session;
    }

    /**
     * Makes sure that a service's load is of the kind that a search asks for.
     *
     * @throws IllegalArgumentException when another program makes it, and only makes the other kind
     */
    public static void requireFittingLoad(ServiceDescription description, Plan plan) {
        if (description.load().calls() instanceof LoadCommand command) {
            boolean open = command.engine().loop() == Loop.OPEN;
            if (plan.carry() != null && !open) {
                throw new IllegalArgumentException(
                        "--carry: load.command is a closed loop, as it has no {rate} (expected:"
                                + " a command with {rate}, such as wrk2 -R{rate})");
            }
            if (plan.carry() == null && open) {
                throw new IllegalArgumentException(
                        "load.command: an open loop, as it has {rate} (expected: --carry RATE, or"
                                + " a command with {users} alone)");
            }
        }
    }

    /** Searches. */
    public Findings run() throws InterruptedException {
        if (plan.points() == null) {
            session.budget(plan.budget());
            session.endBy(plan.budget());
        }
        List<RunSettings> finalists = finalists(space(description, plan), present()).stream()
                .limit(plan.points() == null ? FINALISTS : CONTENDERS)
                .map(each -> point(FINALS, each.values(), each.users(), LONGER * plan.windowSeconds()))
                .toList();
        FinalField field = new FinalField(session.objective(), finalists, affordable());
        decide(field);
        if (plan.points() == null) {
            session.endBy(plan.budget());
            choose(finalPoints(field)).ifPresent(this::profile);
        }
        // last, as figures are compared at the speed of all runs
        return findings(field);
    }

    /** What the service has today, as far as its description says. */
    private Map<String, String> present() {
        Map<String, String> start = new HashMap<>();
        for (Knob knob : description.knobs()) {
            String text = knob.values().startText();
            if (text != null) {
                start.put(knob.name(), text);
            }
        }
        return start;
    }

    /** One more window of the answer, with a profiler in the service, which costs it something: for flame graphs alone. */
    private void profile(Candidate answer) {
        RunSettings chosen = answer.point().settings();
        RunSettings profiled = new RunSettings(
                        new PointPosition(
                                PROFILE, chosen.place().axis(), chosen.place().label()),
                        chosen.variant(),
                        chosen.load(),
                        List.of())
                .profiled();
        try {
            session.measureFresh(profiled, 1);
        } catch (ProcessFailedException e) {
            session.say("no flame graphs: " + e.getMessage());
        } catch (InterruptedException e) {
            // the answer is there already
            Thread.currentThread().interrupt();
        }
    }

    private static KnobSpace space(ServiceDescription description, Plan plan) {
        Integer points = plan.points();
        return new KnobSpace(
                description.knobs().stream()
                        .map(DescribedSearch::scale)
                        .map(scale -> points == null ? scale : scale.thinned(points))
                        .toList(),
                values -> description.allows(new Setting(values)));
    }

    private static KnobScale scale(Knob knob) {
        if (knob.values() instanceof KnobValues.Range range) {
            KnobScale scale = range.scale() == KnobValues.Scale.LOG
                    ? KnobScale.logarithmic(knob.name(), range.min(), range.max())
                    : KnobScale.linear(knob.name(), range.min(), range.max());
            Long present = range.start();
            return present == null ? scale : scale.with(present);
        }
        return KnobScale.ofChoices(knob.name(), ((KnobValues.Choices) knob.values()).choices());
    }

    private List<Finalist> finalists(KnobSpace space, Map<String, String> start) throws InterruptedException {
        WindowSource source = new MeasuredWindows();
        Integer rate = plan.carry();
        if (rate != null) {
            SmallestSearch search = new SmallestSearch(space, source, rate);
            search.search(start);
            return search.finalists(FINALISTS);
        }
        if (plan.points() != null) {
            GridSweep sweep = new GridSweep(space, source, session.objective().limitMillis(), MOST_USERS);
            sweep.sweep(FIRST_USERS);
            return sweep.finalists(FINALISTS);
        }
        SizeSearch search = new SizeSearch(space, source, session.objective().limitMillis(), MOST_USERS);
        search.search(start, FIRST_USERS);
        return search.finalists(FINALISTS);
    }

    /** One window for each question; what has no window is left out from then on. */
    private final class MeasuredWindows implements WindowSource {
        @Override
        public Optional<Window> measure(Map<String, String> values, int users) throws InterruptedException {
            int before = session.runs().size();
            try {
                session.screen(List.of(point(stage(), values, users, plan.windowSeconds())));
            } catch (ProcessFailedException e) {
                if (session.runs().isEmpty() && (e instanceof LoadFailedException || isOfTheDescription(values, e))) {
                    // what never worked won't with other sizes
                    throw e;
                }
                leaveOut(values, e);
                keepGrid();
                return Optional.empty();
            }
            keepGrid();
            List<LabRun> runs = session.runs();
            return runs.size() == before ? Optional.empty() : Optional.of(window(runs.get(runs.size() - 1)));
        }

        @Override
        public boolean isLeftOut(Map<String, String> values) {
            return leftOut.contains(values);
        }

        @Override
        public boolean hasTime() {
            return plan.points() != null
                    || session.elapsed().toMillis()
                            < SHARE_OF_THE_SEARCH * plan.budget().toMillis();
        }
    }

    /** A service that can't be started, reached or set with what it has today: no size is to blame. */
    private boolean isOfTheDescription(Map<String, String> values, ProcessFailedException e) {
        boolean notBegun = e.kind() == Kind.NOT_STARTED || e.kind() == Kind.NOT_SET;
        // one that runs already is not started for a setting
        return notBegun && (values.equals(present()) || description.origin() instanceof Origin.Running);
    }

    private void leaveOut(Map<String, String> values, ProcessFailedException cause) {
        leftOut.add(values, cause);
        session.say("left out: " + LeftOut.line(values, cause));
    }

    private String stage() {
        return plan.points() == null ? SEARCH : GRID;
    }

    /** After each window, so that a grid that is interrupted leaves what it has. */
    private void keepGrid() {
        if (plan.points() != null) {
            List<GridRow> rows = new ArrayList<>();
            session.runs().forEach(run -> rows.add(GridRow.of(run, window(run).keeps())));
            rows.addAll(leftOut.rows());
            session.keep(
                    ResultDirectory.GRID,
                    GridCsv.render(knobNames(), session.objective().limitMillis(), rows));
        }
    }

    private List<String> knobNames() {
        return description.knobs().stream().map(Knob::name).toList();
    }

    private Window window(LabRun run) {
        double throughput = run.figures().counts().throughputPerSecond();
        double tail = run.figures().times().responseTime().p99Millis();
        Integer rate = plan.carry();
        boolean keeps = run.figures().counts().calls() > 0
                && run.figures().errorCount() == 0
                && session.objective().isMetBy(tail)
                && (rate == null || sentShare(run) >= KEPT_SCHEDULE)
                && run.invalidReasons().stream().noneMatch(reason -> reason.fault() == Fault.SCHEDULE_NOT_KEPT);
        return new Window(throughput, tail, keeps);
    }

    private static double sentShare(LabRun run) {
        Sending sending = run.figures().schedule().sending();
        return sending == null ? 1 : sending.sendRateShare();
    }

    private RunSettings point(String stage, Map<String, String> values, int users, double seconds) {
        String name = new Setting(values).toString();
        Integer rate = plan.carry();
        LoadEngine engine = description.load().calls() instanceof LoadCommand command ? command.engine() : null;
        Demand demand = rate == null
                ? new Demand.ClosedLoop(users, 0, BACKOFF_SECONDS)
                : new Demand.OpenLoop(
                        rate,
                        // other programs send at equal distances
                        engine == null ? Demand.Arrivals.POISSON : Demand.Arrivals.CONSTANT,
                        SECONDS_IN_FLIGHT * rate);
        Load load = new Load(
                demand,
                description.load().calls().shares(),
                description
                        .load()
                        .connectionsOf(
                                rate == null
                                        ? users
                                        : Math.min(description.load().callers(), SECONDS_IN_FLIGHT * rate)),
                new Load.Times(
                        plan.warmupSeconds(),
                        seconds,
                        // another program has its own
                        engine == null ? description.load().timeout().toMillis() / 1e3 : null),
                null,
                null,
                null,
                engine);
        return new RunSettings(
                new PointPosition(
                        stage,
                        String.join(", ", values.keySet()),
                        String.join(", ", values.values()) + " / " + demand.describe()),
                new Variant(name, values, null, null, null, null, false),
                load,
                List.of());
    }

    /** So many contenders that there is time for twice the windows that an answer needs, as some break the objective. */
    private int affordable() {
        if (plan.points() != null) {
            return CONTENDERS;
        }
        Duration ofARun = timeOfAFinal();
        Duration left = plan.budget().minus(session.elapsed()).minus(ofARun);
        return (int) Math.max(1, Math.min(CONTENDERS, left.dividedBy(ofARun) / (2 * Gate.FEWEST_WINDOWS)));
    }

    private Duration timeOfAFinal() {
        return RunTimes.of(point(FINALS, Map.of("any", "1"), 1, LONGER * plan.windowSeconds())
                .load());
    }

    /** In rounds, each on fresh processes, until the best passes the gate and none that may be better is open. */
    private void decide(FinalField field) throws InterruptedException {
        boolean more = true;
        while (more) {
            int before = session.runs().size();
            for (RunSettings each : field.contenders()) {
                if (!isLeftOut(each)) {
                    measureFinal(each, field);
                }
            }
            field.judge(finalPoints(field), this::isLeftOut);
            // a grid has no budget that would end its finals
            boolean isOver =
                    plan.points() != null && field.contenders().stream().allMatch(field::hasEnough);
            more = session.runs().size() > before && !field.contenders().isEmpty() && !isOver && !isDecided(field);
        }
    }

    private void measureFinal(RunSettings contender, FinalField field) throws InterruptedException {
        if (plan.points() == null) {
            // an answer needs so many windows; those that only make it surer leave time for the profile
            session.endBy(field.hasEnough(contender) ? plan.budget().minus(timeOfAFinal()) : plan.budget());
        }
        try {
            session.measureFresh(contender, field.nextWindow(contender));
        } catch (ProcessFailedException e) {
            leaveOut(contender.variant().server(), e);
        }
        keepGrid();
    }

    private boolean isDecided(FinalField field) {
        List<PointSummary> points = finalPoints(field);
        Candidate best = choose(points).filter(this::passes).orElse(null);
        if (best == null) {
            return false;
        }
        List<RunSettings> contenders = field.contenders();
        return Candidate.of(points).stream()
                .filter(each -> contenders.contains(each.point().settings())
                        && !field.hasEnough(each.point().settings()))
                .noneMatch(each -> each.throughput() > (1 + SizeSearch.SAME) * best.throughput());
    }

    private boolean isLeftOut(RunSettings settings) {
        return leftOut.contains(settings.variant().server());
    }

    private boolean passes(Candidate candidate) {
        return Gate.findShortfalls(session.objective(), candidate.evidence()).isEmpty();
    }

    /** Of those that pass the gate, else of all that keep the objective, else what the machine disturbed least. */
    private Optional<Candidate> choose(List<PointSummary> summaries) {
        List<PointSummary> points =
                summaries.stream().filter(point -> !isLeftOut(point.settings())).toList();
        List<Candidate> all = Candidate.of(points);
        return firstOfTheBest(all.stream().filter(this::passes).toList())
                .or(() -> firstOfTheBest(all.stream()
                        .filter(each -> session.objective().isMetBy(each.p99Millis()))
                        .toList()))
                .or(() -> Candidate.leastDisturbed(points));
    }

    /** Finalists stand in the order in which they are preferred: what another one serves must be clearly more. */
    private static Optional<Candidate> firstOfTheBest(List<Candidate> candidates) {
        double most =
                candidates.stream().mapToDouble(Candidate::throughput).max().orElse(0);
        return candidates.stream()
                .filter(each -> each.throughput() >= (1 - SizeSearch.SAME) * most)
                .findFirst();
    }

    /** Beside all other runs, whose speeds they are compared at. */
    private List<PointSummary> finalPoints(FinalField field) {
        List<RunSettings> finals = field.joined();
        return PointSummary.of(session.runs()).stream()
                .filter(point -> finals.contains(point.settings()))
                .toList();
    }

    private Findings findings(FinalField field) {
        List<PointSummary> finals = finalPoints(field);
        // where the finals have nothing, the search's own windows are what is known: the gate says what they lack
        Optional<Candidate> chosen = choose(finals)
                .or(() -> choose(PointSummary.of(session.runs()).stream()
                        .filter(point -> !field.isRefused(point.settings(), finals))
                        .toList()));
        Answer answer = chosen.map(best -> Answer.of(session.objective(), best, session.cores(), sentence(best)))
                .orElseGet(this::noAnswer);
        return new Findings(answer, leftOut.findings(), List.of());
    }

    private Answer noAnswer() {
        if (session.runs().isEmpty()) {
            NoAnswer why = leftOut.isEmpty() ? NoAnswer.outOfTime() : NoAnswer.everySettingLeftOut(leftOut.size());
            return Answer.none(session.objective(), session.cores(), why, why.reason());
        }
        return Answer.noneOf(
                session.objective(),
                PointSummary.of(session.runs()),
                session.cores(),
                leftOut.isEmpty()
                        ? "nothing that was measured keeps "
                                + session.objective().describe()
                        : "nothing keeps " + session.objective().describe() + "; left out: " + leftOut.lines());
    }

    private String sentence(Candidate best) {
        return description.name() + ": " + best.variant().name() + " under "
                + best.point().settings().load().demand().describe() + ", "
                + Figure.perSecond(best.throughput()) + " TPS, TP99 " + Figure.millis(best.p99Millis())
                + " ms, measured on " + session.cores().describeServerCores();
    }

    /** About how many runs it makes, for what is told of its progress. */
    public static int plannedRuns(ServiceDescription description, Plan plan) {
        return plan.points() == null
                ? (int) Math.max(
                        1, plan.budget().toMillis() / timeOfAWindow(plan).toMillis())
                : LOADS * space(description, plan).combinations() + CONTENDERS * Gate.FEWEST_WINDOWS;
    }

    /** About how long it takes. */
    public static Duration estimate(ServiceDescription description, Plan plan) {
        return plan.points() == null ? plan.budget() : timeOfAWindow(plan).multipliedBy(plannedRuns(description, plan));
    }

    private static Duration timeOfAWindow(Plan plan) {
        return Duration.ofMillis(Math.round(1e3 * (plan.windowSeconds() + SECONDS_BETWEEN_WINDOWS)));
    }
}
