package dev.multipool.laboratory.confirmation;

import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.AnsweredSetting;
import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Figure;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.LabResult;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.MethodAnswer;
import dev.multipool.laboratory.result.MethodAnswer.MeasuredSetting;
import dev.multipool.laboratory.result.NoAnswer;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.Shortfall;
import dev.multipool.laboratory.result.SustainableRate;
import dev.multipool.laboratory.result.SustainableRate.Carried;
import dev.multipool.laboratory.result.Table;
import dev.multipool.laboratory.result.Table.Column;
import dev.multipool.laboratory.result.Table.Origin;
import dev.multipool.laboratory.run.RunTimes;
import dev.multipool.laboratory.session.Experiment;
import dev.multipool.laboratory.session.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Does an answer hold in the next process, too?
 *
 * <p>What a result answers with is measured again, the answer's settings and its sustainable rate by turns: one window of each in
 * each process. None of these windows took part in choosing them, so their figures flatter nobody. The answer holds where at
 * least 95 % of them keep the objective: 19 of 20.
 *
 * <p><b>Threads:</b> one. <b>Lifecycle:</b> one run.
 */
public final class Confirmation implements Experiment {
    public static final String NAME = "confirm";
    public static final String QUESTION = "Does the answer keep the objective in fresh processes, too?";

    /** Rounds beyond those asked for, as a part of them: for windows that the machine disturbs. */
    private static final double MORE_ROUNDS = 0.5;

    private final LabResult result;
    private final int windows;
    private final List<Part> parts;

    /**
     * Of one setting.
     *
     * @param answered what the result tells of it
     * @param closed the answer's own load
     * @param rate independent calls; null where no rate is known
     */
    private record Part(
            AnsweredSetting answered,
            FreshWindows closed,
            @Nullable FreshWindows rate) {
        private static Part of(AnsweredSetting answered) {
            SustainableRate sustainable = answered.sustainable();
            Carried carried = sustainable == null ? null : sustainable.rate();
            return new Part(
                    answered,
                    new FreshWindows(answered.name(), answered.settings(), answered.throughputPerSecond()),
                    carried == null || answered.atRate() == null
                            ? null
                            : new FreshWindows(answered.name(), answered.atRate(), carried.perSecond()));
        }

        /** Of a window under each load: the second one finds a process that runs. */
        private Duration time() {
            Duration ofClosed = RunTimes.of(closed.settings().load());
            return rate == null
                    ? ofClosed
                    : ofClosed.plus(RunTimes.ofAReadyRun(rate.settings().load()));
        }

        private Stream<FreshWindows> loads() {
            return rate == null ? Stream.of(closed) : Stream.of(closed, rate);
        }
    }

    /**
     * Before its runs.
     *
     * @param result with the answer
     * @param windows of each setting and load that have to tell of the service
     * @throws IllegalArgumentException when it has none, or there are too few windows
     */
    public Confirmation(LabResult result, int windows) {
        if (windows < 1) {
            throw new IllegalArgumentException("windows: " + windows + " (expected: >= 1)");
        }
        this.result = result;
        this.windows = windows;
        this.parts = AnsweredSetting.of(result).stream().map(Part::of).toList();
        if (parts.isEmpty()) {
            throw new IllegalArgumentException(
                    "the result has no answer (expected: that of a search, or a provisional one)");
        }
    }

    /** The first load, for what all runs need. */
    public Load anyLoad() {
        return parts.get(0).closed().settings().load();
    }

    private List<FreshWindows> loads() {
        return parts.stream().flatMap(Part::loads).toList();
    }

    @Override
    public int plannedRuns() {
        return windows * loads().size();
    }

    @Override
    public Duration timeOfARun() {
        return parts.stream()
                .map(Part::time)
                .reduce(Duration.ZERO, Duration::plus)
                .dividedBy(loads().size());
    }

    @Override
    public Findings run(Session session) throws InterruptedException {
        int most = windows + (int) Math.ceil(MORE_ROUNDS * windows);
        for (int round = 1; round <= most; round++) {
            // forwards and backwards by turns, so that a slow drift of the machine falls on all alike
            List<FreshWindows> turn = new ArrayList<>(loads());
            if (round % 2 == 0) {
                Collections.reverse(turn);
            }
            for (FreshWindows each : turn) {
                if (each.isOpen(session, windows)) {
                    each.measure(session, round);
                }
            }
        }
        return with(answer(session), session);
    }

    /** Whether it holds nobody knows then; what the windows kept so far stands in the table. */
    @Override
    public Findings interrupted(Session session) {
        loads().forEach(each -> each.forgetWhatEndedLast(session));
        return with(Experiment.super.interrupted(session).answer(), session);
    }

    private Findings with(Answer answer, Session session) {
        return new Findings(
                answer,
                loads().stream()
                        .flatMap(each -> each.findings(session).stream())
                        .toList(),
                List.of(table(session)));
    }

    private Answer answer(Session session) {
        List<PointSummary> all = loads().stream()
                .flatMap(each -> each.summaries(session).stream())
                .toList();
        Answer best = parts.stream()
                .flatMap(part -> part.closed().figures(session).stream()
                        .map(figures -> rated(
                                Answer.of(
                                        session.objective(),
                                        figures,
                                        session.cores(),
                                        missing(part, session),
                                        text(session)),
                                rateOf(part, session))))
                .findFirst()
                .orElseGet(() -> Answer.noneOf(session.objective(), all, session.cores(), text(session)));
        return result.answer().methods().isEmpty() ? best : best.withMethods(methods(session));
    }

    private static Answer rated(Answer answer, @Nullable SustainableRate rate) {
        return rate == null ? answer : answer.withSustainable(rate);
    }

    /** What a rate lacks is told of the rate, and the answer without it may be one. */
    private List<Shortfall> missing(Part part, Session session) {
        return part.closed().missing(session, windows);
    }

    private @Nullable SustainableRate rateOf(Part part, Session session) {
        SustainableRate before = part.answered().sustainable();
        FreshWindows windowsAtRate = part.rate();
        if (before == null || windowsAtRate == null) {
            return before;
        }
        Carried carried = Objects.requireNonNull(before.rate());
        Optional<Candidate> figures = windowsAtRate.figures(session);
        return figures.map(each -> SustainableRate.of(
                        new Carried(
                                carried.perSecond(),
                                carried.arrivals(),
                                part.closed()
                                        .figures(session)
                                        .map(closed -> carried.perSecond() / closed.throughput())
                                        .orElse(carried.partOfClosedLoop()),
                                each.p99Millis(),
                                each.evidence(),
                                carried.notKeptPerSecond()),
                        windowsAtRate.missing(session, windows)))
                .orElse(before);
    }

    private List<MethodAnswer> methods(Session session) {
        return result.answer().methods().stream()
                .map(method -> parts.stream()
                        .filter(part -> part.answered().name().equals(method.method()))
                        .findFirst()
                        .map(part -> measuredAgain(method, part, session))
                        .orElse(method))
                .toList();
    }

    private MethodAnswer measuredAgain(MethodAnswer method, Part part, Session session) {
        MeasuredSetting before = Objects.requireNonNull(method.settings().pools());
        return part.closed()
                .figures(session)
                .map(figures -> method.measuredAgain(
                        new MeasuredSetting(
                                before.name(),
                                before.threads(),
                                before.users(),
                                figures.throughput(),
                                figures.p99Millis(),
                                figures.evidence(),
                                rateOf(part, session)),
                        missing(part, session)))
                .orElseGet(() -> MethodAnswer.none(method.method(), NoAnswer.noWindowCounts()));
    }

    private String text(Session session) {
        return "measured again in fresh processes: "
                + parts.stream().map(part -> sentence(part, session)).collect(Collectors.joining("; ")) + "; on "
                + session.cores().describeServerCores();
    }

    private static String sentence(Part part, Session session) {
        KeptShare share = part.closed().share(session);
        return part.answered().name() + " kept the limit in " + share.kept() + " of " + share.judged()
                + part.closed()
                        .figures(session)
                        .map(figures -> ", " + Figure.perSecond(figures.throughput()) + " TPS, TP99 "
                                + Figure.millis(figures.p99Millis()) + " ms")
                        .orElse("");
    }

    private Table table(Session session) {
        return new Table(
                "Windows of fresh processes",
                "Each window of a load had another process, and none took part in choosing the setting. What was disturbed is not"
                        + " judged, and a process that failed has not kept the limit.",
                List.of(
                        new Column("for", Origin.KEY),
                        new Column("setting", Origin.KEY),
                        new Column("load", Origin.KEY),
                        new Column("kept", Origin.OURS),
                        new Column("judged", Origin.OURS),
                        new Column("at least, with 95 % confidence", Origin.OURS),
                        new Column("TP99 ms", Origin.OURS),
                        new Column("highest", Origin.OURS),
                        new Column("TPS", Origin.OURS),
                        new Column("the answer's TPS", Origin.OURS)),
                loads().stream().map(each -> each.row(session)).toList());
    }
}
