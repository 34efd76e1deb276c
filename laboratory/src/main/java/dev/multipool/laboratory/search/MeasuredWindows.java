package dev.multipool.laboratory.search;

import dev.multipool.laboratory.description.Origin;
import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.process.ProcessFailedException.Kind;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.run.LoadFailedException;
import dev.multipool.laboratory.session.Session;
import dev.multipool.laboratory.sizing.Window;
import dev.multipool.laboratory.sizing.WindowSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One window for each question of a search; what has no window is left out from then on. */
final class MeasuredWindows implements WindowSource {
    private final Session session;
    private final DescribedPoints points;
    private final WindowJudge judge;
    private final LeftOut leftOut;
    private final Pace pace;
    private final Runnable afterEach;

    /**
     * Nothing is measured yet.
     *
     * @param leftOut takes what has no window
     * @param afterEach is run after each window, and where there is none
     */
    MeasuredWindows(
            Session session,
            DescribedPoints points,
            WindowJudge judge,
            LeftOut leftOut,
            Pace pace,
            Runnable afterEach) {
        this.session = session;
        this.points = points;
        this.judge = judge;
        this.leftOut = leftOut;
        this.pace = pace;
        this.afterEach = afterEach;
    }

    @Override
    public Optional<Window> measure(Map<String, String> values, int users) throws InterruptedException {
        int before = session.runs().size();
        try {
            session.screen(List.of(points.ofSearch(values, users)));
        } catch (ProcessFailedException e) {
            if (session.runs().isEmpty() && (e instanceof LoadFailedException || isOfTheDescription(values, e))) {
                // what never worked won't with other sizes
                throw e;
            }
            leftOut.add(values, e);
            afterEach.run();
            return Optional.empty();
        }
        afterEach.run();
        List<LabRun> runs = session.runs();
        return runs.size() == before ? Optional.empty() : Optional.of(judge.judge(runs.get(runs.size() - 1)));
    }

    /** A service that can't be started, reached or set with what it has today: no size is to blame. */
    private boolean isOfTheDescription(Map<String, String> values, ProcessFailedException e) {
        boolean notBegun = e.kind() == Kind.NOT_STARTED || e.kind() == Kind.NOT_SET;
        // one that runs already is not started for a setting
        return notBegun
                && (values.equals(DescribedKnobs.present(points.description()))
                        || points.description().origin() instanceof Origin.Running);
    }

    @Override
    public boolean isLeftOut(Map<String, String> values) {
        return leftOut.contains(values);
    }

    @Override
    public boolean hasTime() {
        return pace.hasTimeToSearch();
    }

    @Override
    public boolean hasTimeToSpare() {
        return pace.hasTimeToSpare();
    }
}
