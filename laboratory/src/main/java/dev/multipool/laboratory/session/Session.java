package dev.multipool.laboratory.session;

import dev.multipool.bench.result.Fault;
import dev.multipool.bench.result.InvalidReason;
import dev.multipool.capacity.Objective;
import dev.multipool.laboratory.process.CorePlan;
import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.Figure;
import dev.multipool.laboratory.result.Figures;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.NoAnswer;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.run.RunTimes;
import dev.multipool.laboratory.run.Trial;
import dev.multipool.laboratory.run.Trial.Processes;
import dev.multipool.laboratory.run.TrialRunner;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One experiment under way: makes the runs that it asks for, keeps them all, and says how far it is.
 *
 * <p>The first repeat of a list of points goes through it forwards, the second backwards, and so on, so that a slow drift
 * of the machine falls on all points alike. A run that does not count is made again, a bounded number of times; where the
 * machine disturbed it, not before the machine is calm.
 *
 * <p><b>Threads:</b> one.
 */
public final class Session {
    private final TrialRunner runner;
    private final Conditions conditions;
    private final Patience patience;
    private final InstantSource clock;
    private final Consumer<String> progress;
    private final Instant start;
    private final List<LabRun> runs = new ArrayList<>();
    private int planned;
    private @Nullable Duration end;
    private @Nullable Duration budget;
    private boolean calm;

    /**
     * What holds for all runs.
     *
     * @param objective what an answer has to keep
     * @param cores which process has which cores
     * @param retries how often a run that does not count is made again
     * @param profiled whether every server has a profiler
     */
    public record Conditions(Objective objective, CorePlan cores, int retries, boolean profiled) {
        public Conditions {
            if (retries < 0) {
                throw new IllegalArgumentException("retries: " + retries + " (expected: >= 0)");
            }
        }
    }

    /**
     * A session without runs.
     *
     * @param planned about how many runs it will have
     * @param start when the job began
     * @param progress takes one line for each run
     */
    public Session(
            TrialRunner runner,
            Conditions conditions,
            Patience patience,
            int planned,
            InstantSource clock,
            Instant start,
            Consumer<String> progress) {
        this.runner = runner;
        this.conditions = conditions;
        this.patience = patience;
        this.planned = planned;
        this.clock = clock;
        this.progress = progress;
        this.start = start;
    }

    public Objective objective() {
        return conditions.objective();
    }

    public CorePlan cores() {
        return conditions.cores();
    }

    /** Every run so far, in the order in which they were made. */
    public List<LabRun> runs() {
        return List.copyOf(runs);
    }

    /** What can be said when it ends before its experiment does. */
    public Findings interrupted() {
        return nothing(NoAnswer.interrupted(runs.size(), Math.max(planned, runs.size())));
    }

    /**
     * What can be said when a process of the run ended.
     *
     * @param what happened
     */
    public Findings failed(String what) {
        return nothing(NoAnswer.processFailed(what));
    }

    private Findings nothing(NoAnswer why) {
        return new Findings(Answer.none(objective(), cores(), why, why.reason()), List.of(), List.of());
    }

    /** Writes a text at once, where the runs' own files are: what was claimed before something was measured. */
    public void keep(String fileName, String text) {
        runner.keep(fileName, text);
    }

    /** What the whole session may take: no more time than this leaves is ever announced. */
    public void budget(Duration time) {
        budget = time;
    }

    /** From now on no run is begun that would not end before then, counted from the session's start. */
    public void endBy(Duration time) {
        end = time;
    }

    /** From now on runs are begun whenever they are asked for. */
    public void endWhenDone() {
        end = null;
    }

    /** Whether there is so much time left. */
    public boolean hasTime(Duration length) {
        return end == null || elapsed().plus(length).compareTo(end) <= 0;
    }

    /** Whether there is time for one more run under this load, on servers that are warm. */
    boolean hasTimeFor(Load load) {
        return hasTime(RunTimes.ofAWarmRun(load));
    }

    /** Whether there is time to start a server and to make one run under this load. */
    public boolean hasTimeToStart(Load load) {
        return hasTime(RunTimes.of(load));
    }

    /** Waits for a calm machine, unless it was calm the last time that anybody looked. */
    public void awaitCalm() throws InterruptedException {
        if (!calm) {
            calm = patience.awaitCalm(progress);
        }
    }

    /** How long it has been going on. */
    public Duration elapsed() {
        return Duration.between(start, clock.instant());
    }

    /** One line for the user. */
    public void say(String line) {
        progress.accept(line);
    }

    /**
     * Measures points.
     *
     * @param points each once; points with equal settings are one
     * @param repeats runs of each
     * @return their summaries, in the order given; without those for which there was no time
     */
    public List<PointSummary> measure(List<RunSettings> points, int repeats) throws InterruptedException {
        return measure(points, repeats, Processes.OWN);
    }

    private List<PointSummary> measure(List<RunSettings> points, int repeats, Processes processes)
            throws InterruptedException {
        List<LabRun> made = new ArrayList<>();
        for (int repeat = 1; repeat <= repeats; repeat++) {
            for (RunSettings settings : inOrder(points, repeat)) {
                if (hasTimeFor(settings.load())) {
                    made.addAll(measureOnce(settings, repeat, processes));
                }
            }
        }
        return PointSummary.of(made);
    }

    /**
     * Measures points once each, one after the other, on a server and a generator that stay as long as they fit: quickly,
     * and all in the same two JVMs.
     *
     * @return their summaries, in the order given
     */
    public List<PointSummary> screen(List<RunSettings> points) throws InterruptedException {
        return measure(points, 1, Processes.STAYING);
    }

    /**
     * Measures points that are to be told apart, interleaved: servers and generators stay as long as they fit, so that all
     * points meet compiled code, and what differs from JVM to JVM falls on all alike that only pools and load tell apart.
     *
     * @param repeats runs of each
     * @return their summaries, in the order given
     */
    public List<PointSummary> compare(List<RunSettings> points, int repeats) throws InterruptedException {
        return measure(points, repeats, Processes.STAYING);
    }

    /**
     * One more round of {@link #compare}.
     *
     * @param repeat which one, from 1
     */
    public void compareOnce(List<RunSettings> points, int repeat) throws InterruptedException {
        for (RunSettings settings : inOrder(points, repeat)) {
            if (hasTimeFor(settings.load())) {
                measureOnce(settings, repeat, Processes.STAYING);
            }
        }
    }

    /**
     * Measures a point once, on processes that never had it: each of its windows is another process's.
     *
     * @param repeat which time, from 1
     */
    public void measureFresh(RunSettings settings, int repeat) throws InterruptedException {
        if (hasTime(timeOfFresh(settings, 1))) {
            measureOnce(settings, repeat, Processes.FRESH);
        }
    }

    /**
     * Looks at a point once, on processes that run and never had it, else on some that stay. A look that tells nothing is not made again;
     * another one may tell more elsewhere.
     */
    public void look(RunSettings settings) throws InterruptedException {
        if (hasTime(timeOfFresh(settings, 1))) {
            boolean isReady = runner.countReady(asMade(settings)) > 0;
            measureOnce(settings, 1, isReady ? Processes.FRESH : Processes.STAYING, 0);
        }
    }

    /** About how long so many windows take by {@link #measureFresh}. */
    public Duration timeOfFresh(RunSettings settings, int windows) {
        int ready = Math.min(windows, runner.countReady(asMade(settings)));
        return RunTimes.of(settings.load())
                .multipliedBy(windows - ready)
                .plus(RunTimes.ofAReadyRun(settings.load()).multipliedBy(ready));
    }

    /** The summaries over all runs so far of these points, in the order in which they were first measured. */
    public List<PointSummary> pointsOf(List<RunSettings> points) {
        List<RunSettings> made = points.stream().map(this::asMade).toList();
        return PointSummary.of(runs).stream()
                .filter(point -> made.contains(point.settings()))
                .toList();
    }

    private static List<RunSettings> inOrder(List<RunSettings> points, int repeat) {
        List<RunSettings> order = new ArrayList<>(points);
        if (repeat % 2 == 0) {
            Collections.reverse(order);
        }
        return order;
    }

    private List<LabRun> measureOnce(RunSettings settings, int repeat, Processes processes)
            throws InterruptedException {
        return measureOnce(settings, repeat, processes, conditions.retries());
    }

    private List<LabRun> measureOnce(RunSettings settings, int repeat, Processes processes, int retries)
            throws InterruptedException {
        List<LabRun> made = new ArrayList<>();
        LabRun run = make(settings, repeat, processes);
        made.add(run);
        for (int retry = 0; retry < retries && mayRepeat(run); retry++) {
            planned++;
            say(line(run) + ", made again");
            run = make(settings, repeat, processes);
            made.add(run);
        }
        Duration elapsed = elapsed();
        say(line(run) + "  " + Figure.clockFace(elapsed) + " elapsed, about " + Figure.clockFace(left(elapsed))
                + " left");
        return made;
    }

    private Duration left(Duration elapsed) {
        Duration asSoFar = elapsed.dividedBy(runs.size()).multipliedBy(Math.max(0, planned - runs.size()));
        if (budget == null) {
            return asSoFar;
        }
        Duration most = budget.minus(elapsed);
        return most.isNegative() ? Duration.ZERO : asSoFar.compareTo(most) < 0 ? asSoFar : most;
    }

    /** On a machine that is never calm the next window would be disturbed, too. */
    private boolean mayRepeat(LabRun run) throws InterruptedException {
        Load load = run.settings().load();
        return !run.isValid() && !isOverload(run) && hasTimeFor(load) && awaitCalmAfter(run) && hasTimeFor(load);
    }

    /** Whether a service failed calls under a rate: it does not carry that, which another window would show as well. */
    private static boolean isOverload(LabRun run) {
        return run.settings().load().demand() instanceof Demand.OpenLoop
                && run.invalidReasons().stream().anyMatch(reason -> reason.fault() == Fault.ERRORS);
    }

    private boolean awaitCalmAfter(LabRun run) throws InterruptedException {
        boolean disturbed = run.invalidReasons().stream()
                .map(InvalidReason::fault)
                .anyMatch(fault ->
                        fault == Fault.FOREIGN_LOAD || fault == Fault.STOLEN || fault == Fault.TOO_FEW_CLEAN_SLICES);
        calm = !disturbed || patience.awaitCalm(progress);
        return calm;
    }

    private LabRun make(RunSettings settings, int repeat, Processes processes) throws InterruptedException {
        awaitCalm();
        LabRun run = runner.run(new Trial(runs.size() + 1, repeat, asMade(settings), processes));
        runs.add(run);
        return run;
    }

    private RunSettings asMade(RunSettings settings) {
        return conditions.profiled() ? settings.profiled() : settings;
    }

    private String line(LabRun run) {
        Figures figures = run.figures();
        return String.format(
                Locale.ROOT,
                "run %2d of %d: repeat %d, %s, %s: %6s TPS, TP99 %5s ms, %d errors%s",
                run.identity().number(),
                Math.max(planned, run.identity().number()),
                run.identity().repeat(),
                run.settings().place().describe(),
                run.settings().load().demand().describe(),
                Figure.perSecond(figures.counts().throughputPerSecond()),
                Figure.millis(figures.times().responseTime().p99Millis()),
                figures.errorCount(),
                run.isValid() ? "" : ", discarded: " + faults(run));
    }

    private static String faults(LabRun run) {
        return run.invalidReasons().stream()
                .map(reason -> reason.fault().word())
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
