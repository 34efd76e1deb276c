package dev.multipool.laboratory.search;

import dev.multipool.laboratory.description.LoadCommand;
import dev.multipool.laboratory.description.ServiceDescription;
import dev.multipool.laboratory.guide.ModelGuide;
import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.result.Answer;
import dev.multipool.laboratory.result.AnswerOutcome;
import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.Findings;
import dev.multipool.laboratory.result.NoRate;
import dev.multipool.laboratory.result.SustainableRate;
import dev.multipool.laboratory.result.Table;
import dev.multipool.laboratory.session.Session;
import dev.multipool.laboratory.sizing.Finalist;
import dev.multipool.laboratory.sizing.GridSweep;
import dev.multipool.laboratory.sizing.KnobSpace;
import dev.multipool.laboratory.sizing.SizeSearch;
import dev.multipool.laboratory.sizing.SmallestSearch;
import dev.multipool.laboratory.sizing.WindowSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Searches the sizes of a described service by measurement, and measures the best of them again on fresh processes.
 *
 * <p>Each part has its share of the time. A setting that can't be started, is not taken, or ends or
 * silences the service is left out from then on; it is said which, and the answer is none of them. Where an agent tells how calls
 * go from pool to pool, a model guides the search for the most.
 *
 * <p><b>Threads:</b> one. <b>Lifecycle:</b> one search.
 */
final class DescribedSearch {
    /** Contenders, and those that take the place of one that breaks the objective. */
    private static final int FINALISTS = 9;

    private static final int MOST_USERS = 2000;
    /** Users of the first window. */
    private static final int FIRST_USERS = 8;

    private final ServiceDescription description;
    private final SizingPlan plan;
    private final Session session;
    private final LeftOut leftOut;
    private final DescribedPoints points;
    private final WindowJudge judge;
    private final Pace pace;
    private final ModelGuide guide;
    private final Runnable afterEach;

    DescribedSearch(ServiceDescription description, SizingPlan plan, Session session) {
        this.description = description;
        this.plan = plan;
        this.session = session;
        this.leftOut = new LeftOut(session::say);
        this.points = new DescribedPoints(description, plan);
        this.judge = new WindowJudge(session.objective(), plan.carry());
        this.pace = plan.isGrid()
                ? new GridPace()
                : BudgetPace.of(session, plan.budget(), points.timeOfAFinal(), timeOfTheRate());
        this.guide = new ModelGuide(
                session.objective().limitMillis(), session.cores().serverCores(), session::say);
        this.afterEach = plan.isGrid()
                ? new GridFile(session, judge, leftOut, DescribedKnobs.names(description))::write
                : new GuideLessons(session, guide);
    }

    private RateTime timeOfTheRate() {
        return plan.isForTheMost() && isLoadOurs() ? points.timeOfTheRate() : RateTime.NONE;
    }

    private boolean isLoadOurs() {
        return !(description.load().calls() instanceof LoadCommand);
    }

    /** Searches. */
    Findings run() throws InterruptedException {
        pace.begin();
        WindowSource source = new MeasuredWindows(session, points, judge, leftOut, pace, afterEach);
        List<Finalist> finalists = finalists(source);
        Finals finals =
                new Finals(session, finalists.stream().map(points::ofFinal).toList(), leftOut, pace, afterEach);
        finals.decide();
        Optional<Candidate> decided = finals.decided();
        Optional<SustainableRate> rate = sustainableRate(decided);
        if (pace.beginProfile()) {
            finals.best().ifPresent(this::profile);
        }
        // last, as figures are compared at the speed of all runs
        Answer answer = new DescribedAnswer(description.name(), session, leftOut)
                .of(decided.flatMap(finals::again).or(finals::bestKnown));
        return findings(rate.filter(known -> answer.outcome() != AnswerOutcome.NONE)
                .map(known -> answer.withSustainable(
                        known.beside(answer.recommendation().throughputPerSecond())))
                .orElse(answer));
    }

    private Findings findings(Answer answer) {
        List<Finding> findings = new ArrayList<>(leftOut.findings());
        List<Table> tables = new ArrayList<>();
        if (plan.isForTheMost() && !session.runs().isEmpty()) {
            GuidanceReport guidance = new GuidanceReport(guide.guidance(), DescribedKnobs.names(description));
            findings.addAll(guidance.findings());
            tables.addAll(guidance.tables());
        }
        return new Findings(answer, findings, tables);
    }

    /** Empty where nobody asks for it. */
    private Optional<SustainableRate> sustainableRate(Optional<Candidate> decided) throws InterruptedException {
        if (!plan.isForTheMost()) {
            return Optional.empty();
        }
        if (!isLoadOurs()) {
            return Optional.of(SustainableRate.none(NoRate.OTHER_PROGRAM));
        }
        if (decided.isEmpty()) {
            return Optional.of(SustainableRate.none(NoRate.CLOSED_LOOP_NOT_SURE));
        }
        Candidate answer = decided.get();
        pace.beginRate();
        return Optional.of(new SustainableSearch(
                        session, new DescribedRates(points, answer.point().settings()), answer)
                .search());
    }

    private List<Finalist> finalists(WindowSource source) throws InterruptedException {
        KnobSpace space = DescribedKnobs.space(description, plan.points());
        Map<String, String> start = DescribedKnobs.present(description);
        double limitMillis = session.objective().limitMillis();
        Integer rate = plan.carry();
        if (rate != null) {
            SmallestSearch search = new SmallestSearch(space, source, rate);
            search.search(start);
            return search.finalists(FINALISTS);
        }
        if (plan.isGrid()) {
            GridSweep sweep = new GridSweep(space, source, limitMillis, MOST_USERS);
            sweep.sweep(FIRST_USERS);
            return sweep.finalists(Finals.CONTENDERS);
        }
        SizeSearch search = new SizeSearch(space, source, guide, limitMillis, MOST_USERS);
        search.search(start, FIRST_USERS);
        return search.finalists(FINALISTS);
    }

    /** One more window of the answer, with a profiler in the service, which costs it something: for flame graphs alone. */
    private void profile(Candidate answer) {
        try {
            session.measureFresh(points.ofProfile(answer), 1);
        } catch (ProcessFailedException e) {
            session.say("no flame graphs: " + e.getMessage());
        } catch (InterruptedException e) {
            // the answer is there already
            Thread.currentThread().interrupt();
        }
    }
}
