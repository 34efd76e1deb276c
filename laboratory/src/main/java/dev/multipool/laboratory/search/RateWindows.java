package dev.multipool.laboratory.search;

import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.result.Evidence;
import dev.multipool.laboratory.result.Gate;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.session.Session;
import dev.multipool.laboratory.sizing.RateSearch;
import dev.multipool.laboratory.sizing.RateSource;
import dev.multipool.laboratory.sizing.Window;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Windows of one setting under independent calls. A service that fails under a rate does not carry it; the setting stays. */
final class RateWindows implements RateSource {
    /** Windows that a step down needs, or what comes after the rate. */
    private static final int TO_SPARE = 1;
    /** Windows that show by how much they differ; how much rates usually differ is known besides. */
    private static final int FEWEST_THAT_DIFFER = 2;

    private final Session session;
    private final RatePoints points;

    RateWindows(Session session, RatePoints points) {
        this.session = session;
        this.points = points;
    }

    @Override
    public Optional<Window> look(int rate) throws InterruptedException {
        int before = session.runs().size();
        try {
            session.look(points.ofLook(rate));
        } catch (ProcessFailedException e) {
            return Optional.of(failed(rate, e));
        }
        List<LabRun> runs = session.runs();
        return runs.size() == before
                ? Optional.empty()
                : Optional.of(runs.get(runs.size() - 1))
                        .filter(judge(rate)::tells)
                        .map(judge(rate)::judge);
    }

    private Window failed(int rate, ProcessFailedException cause) {
        session.say("not carried: " + rate + " calls/s: " + cause.getMessage());
        return new Window(0, Double.POSITIVE_INFINITY, false);
    }

    @Override
    public double limitMillis() {
        return session.objective().limitMillis();
    }

    @Override
    public boolean hasTimeToLook() {
        return session.hasTime(session.timeOfFresh(points.ofLook(1), 1)
                .plus(session.timeOfFresh(points.ofConfirmation(1), Gate.FEWEST_WINDOWS + TO_SPARE)));
    }

    @Override
    public Confirmation confirm(int rate, int most) throws InterruptedException {
        RunSettings point = points.ofConfirmation(rate);
        int before = session.runs().size();
        try {
            session.measureFresh(point, windowsOf(point) + 1);
        } catch (ProcessFailedException e) {
            failed(rate, e);
            return Confirmation.FAILS_BY_FAR;
        }
        List<LabRun> made = session.runs().subList(before, session.runs().size());
        List<Window> breaking = made.stream()
                .filter(judge(rate)::tells)
                .map(judge(rate)::judge)
                .filter(window -> !window.keeps())
                .toList();
        if (breaking.stream().anyMatch(window -> window.tailMillis() > RateSearch.BY_FAR * limitMillis())) {
            return Confirmation.FAILS_BY_FAR;
        }
        Evidence evidence = summary(point).map(PointSummary::evidence).orElse(Evidence.NOTHING);
        if (!breaking.isEmpty()) {
            return Confirmation.FAILS;
        }
        if (isWithoutHope(evidence, most)) {
            return Confirmation.SCATTERS;
        }
        boolean passes = Gate.findShortfalls(session.objective(), evidence).isEmpty();
        return passes ? Confirmation.HOLDS : Confirmation.OPEN;
    }

    /**
     * Whether TP99 is so long, and differs by so much from window to window, that the most windows would not show that it keeps the limit.
     */
    private boolean isWithoutHope(Evidence evidence, int most) {
        OptionalDouble bound =
                evidence.windows() < FEWEST_THAT_DIFFER ? OptionalDouble.empty() : evidence.p99BoundMillis(most);
        return bound.isPresent() && !session.objective().isMetBy(bound.getAsDouble());
    }

    private int windowsOf(RunSettings point) {
        return (int) session.runs().stream()
                .filter(run -> run.settings().equals(point))
                .count();
    }

    /** All windows that were made to confirm a rate; empty where there is none. */
    Optional<PointSummary> summary(RunSettings point) {
        return session.pointsOf(List.of(point)).stream().findFirst();
    }

    private WindowJudge judge(int rate) {
        return new WindowJudge(session.objective(), rate);
    }

    @Override
    public boolean hasTimeToConfirm(int rate) {
        return session.hasTime(session.timeOfFresh(points.ofConfirmation(rate), 1));
    }
}
