package dev.multipool.perf.search;

import dev.multipool.laboratory.result.AnswerOutcome;
import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Finding;
import dev.multipool.laboratory.result.Gate;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.NoRate;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.run.RunTimes;
import dev.multipool.laboratory.search.Finals;
import dev.multipool.laboratory.search.FinalsPace;
import dev.multipool.laboratory.search.LeftOut;
import dev.multipool.laboratory.search.RateTime;
import dev.multipool.laboratory.search.SustainableSearch;
import dev.multipool.laboratory.session.Session;
import dev.multipool.perf.experiment.ExperimentOptions;
import dev.multipool.perf.service.ServiceCall;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the answer for one method rests on: windows on fresh processes, which took no part in choosing it, and the rate that
 * independent callers can have of it.
 *
 * <p><b>Threads:</b> one. <b>Lifecycle:</b> one search.
 */
final class FreshProcesses {
    /** Windows that time is kept for: those that an answer needs, and one where they don't agree. */
    private static final int WINDOWS = Gate.FEWEST_WINDOWS + 1;
    /** Of the time that is left, for them, at most. */
    private static final double SHARE_OF_WINDOWS = 0.5;
    /** Of the time that is left then, for the rate of independent callers, at most. */
    private static final double SHARE_OF_THE_RATE = 0.6;
    /** Part of the limit that a heavier load has to leave below: a fresh process has a longer tail than one that ran for minutes. */
    private static final double TIME_TO_SPARE = 0.85;
    /** Loads that follow where the first one breaks the limit. */
    private static final int LIGHTER_LOADS = 5;

    /** One load after the other, the heaviest first: what breaks the limit needs no more windows. */
    private static final FinalsPace ONE_BY_ONE = new FinalsPace() {
        @Override
        public int contenders() {
            return 1;
        }

        @Override
        public void beginFinal(boolean enough, boolean answered) {
            // the session knows when to end
        }

        @Override
        public boolean endsFinals(boolean enough) {
            return false;
        }
    };

    private final Session session;
    private final ExperimentOptions options;
    private final ServiceCall call;
    private final Shortlist shortlist;
    private final LeftOut leftOut;
    private @Nullable Finals finals;
    private @Nullable SustainableSearch rates;
    private @Nullable RatedAnswer rated;

    /**
     * Before the first window.
     *
     * @param shortlist knows lighter loads
     */
    FreshProcesses(Session session, ExperimentOptions options, ServiceCall call, Shortlist shortlist) {
        this.session = session;
        this.options = options;
        this.call = call;
        this.shortlist = shortlist;
        this.leftOut = new LeftOut(session::say);
    }

    /**
     * Measures a choice until it passes the gate: first under more users, where that should leave room; under fewer where it breaks the
     * limit. Asked again, it goes on with the first choice.
     *
     * @param chosen what it begins with; empty where there is none
     * @param end when, counted from the session's start, it has to end
     */
    void measure(Optional<Candidate> chosen, Duration end) throws InterruptedException {
        if (finals == null && chosen.isPresent()) {
            finals = new Finals(session, loads(chosen.get()), leftOut, ONE_BY_ONE, () -> {});
        }
        if (finals != null && finals.decided().isEmpty()) {
            session.endBy(end);
            finals.decide();
        }
    }

    /** The heaviest first. */
    private List<RunSettings> loads(Candidate chosen) {
        return Stream.of(
                        shortlist.findHeavier(chosen, TIME_TO_SPARE).stream(),
                        Stream.of(chosen.point().settings()),
                        shortlist.findLighter(chosen, LIGHTER_LOADS).stream())
                .flatMap(each -> each)
                .map(point -> Shortlist.at(
                        "fresh processes, " + call.word(),
                        point,
                        call.of(load()).with(point.load().demand())))
                .toList();
    }

    /**
     * Searches the rate that independent callers can have of the answer, where that passes the gate. Asked again, it goes on where the
     * time was up.
     *
     * @param end when, counted from the session's start, it has to end
     */
    void searchRate(Duration end) throws InterruptedException {
        Optional<Candidate> decided = finals == null || isRateKnown() ? Optional.empty() : finals.decided();
        if (decided.isPresent()) {
            session.endBy(end);
            RunSettings answer = decided.get().point().settings();
            if (rates == null) {
                double secondsOfALook = options.load().times().durationSeconds();
                rates = new SustainableSearch(
                        session, new MethodRates(call.word(), answer, secondsOfALook), decided.get());
            }
            rated = new RatedAnswer(rated == null ? answer : rated.settings(), rates.search());
        }
    }

    private boolean isRateKnown() {
        return rated != null
                && rated.rate().outcome() != AnswerOutcome.PROVISIONAL
                && rated.rate().whyNone() != NoRate.OUT_OF_TIME;
    }

    /** Of so many seconds those that are kept for the windows and the rate. */
    double secondsOf(double left) {
        double ofWindows =
                Math.min(SHARE_OF_WINDOWS * left, WINDOWS * RunTimes.of(load()).toMillis() / 1e3);
        Duration most = RunTimes.seconds(Math.max(0, SHARE_OF_THE_RATE * (left - ofWindows)));
        return ofWindows
                + RateTime.onReadyProcesses(options.load(), load()).within(most).toMillis() / 1e3;
    }

    /** A process that is worth its warm-up is worth as long a window. */
    private Load load() {
        Load ofAFinal = MethodSearch.longer(options.warmLoad());
        double warmupSeconds = ofAFinal.times().warmupSeconds();
        return ofAFinal.lasting(warmupSeconds, Math.max(ofAFinal.times().durationSeconds(), warmupSeconds));
    }

    /** What was measured in a closed loop. */
    List<PointSummary> points() {
        return finals == null ? List.of() : finals.points();
    }

    /** Empty where no rate was searched. */
    Optional<RatedAnswer> rated() {
        return Optional.ofNullable(rated);
    }

    /** Of processes that failed. */
    List<Finding> findings() {
        return leftOut.findings();
    }
}
