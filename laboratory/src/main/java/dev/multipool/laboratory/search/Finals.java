package dev.multipool.laboratory.search;

import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Gate;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.session.Session;
import dev.multipool.laboratory.sizing.SizeSearch;
import java.util.List;
import java.util.Optional;

/**
 * The windows that an answer is chosen from: in rounds, each on fresh processes.
 *
 * <p><b>Threads:</b> one.
 */
public final class Finals {
    /** That are measured by turns. */
    static final int CONTENDERS = 3;

    private final Session session;
    private final FinalField field;
    private final LeftOut leftOut;
    private final FinalsPace pace;
    private final Runnable afterEach;

    /**
     * Finals that have not begun.
     *
     * @param finalists in the order in which they are preferred
     * @param leftOut takes what has no window
     * @param afterEach is run after each window, and where there is none
     */
    public Finals(Session session, List<RunSettings> finalists, LeftOut leftOut, FinalsPace pace, Runnable afterEach) {
        this.session = session;
        this.field = new FinalField(session.objective(), finalists, pace.contenders());
        this.leftOut = leftOut;
        this.pace = pace;
        this.afterEach = afterEach;
    }

    /** Measures, until the best passes the gate and none that may be better is open. Asked again, it goes on. */
    public void decide() throws InterruptedException {
        boolean more = true;
        while (more) {
            int before = session.runs().size();
            for (RunSettings each : field.contenders()) {
                if (!isLeftOut(each)) {
                    measure(each);
                }
            }
            field.judge(points(), this::isLeftOut);
            more = session.runs().size() > before
                    && !field.contenders().isEmpty()
                    && !pace.endsFinals(field.contenders().stream().allMatch(field::hasEnough))
                    && !isDecided();
        }
    }

    private void measure(RunSettings contender) throws InterruptedException {
        pace.beginFinal(field.hasEnough(contender), decided().isPresent());
        try {
            session.measureFresh(contender, field.nextWindow(contender));
        } catch (ProcessFailedException e) {
            leftOut.add(contender.variant().server(), e);
        }
        afterEach.run();
    }

    private boolean isDecided() {
        List<PointSummary> points = points();
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

    /** What they found to be the best so far. */
    Optional<Candidate> best() {
        return choose(points());
    }

    /** What they decided on: the best, where it passes the gate. */
    public Optional<Candidate> decided() {
        return best().filter(this::passes);
    }

    /** The same setting beside all runs that were made since. */
    Optional<Candidate> again(Candidate earlier) {
        return Candidate.of(points()).stream()
                .filter(each -> each.point().settings().equals(earlier.point().settings()))
                .findFirst();
    }

    /** The best of all windows, where the finals have nothing, as far as they did not refuse it. */
    Optional<Candidate> bestKnown() {
        List<PointSummary> finals = points();
        return choose(finals)
                .or(() -> choose(PointSummary.of(session.runs()).stream()
                        .filter(point -> !field.isRefused(point.settings(), finals))
                        .toList()));
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

    /** What was measured, beside all other runs, whose speeds it is compared at. */
    public List<PointSummary> points() {
        return session.pointsOf(field.joined());
    }
}
