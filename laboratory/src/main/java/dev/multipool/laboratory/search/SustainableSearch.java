package dev.multipool.laboratory.search;

import dev.multipool.laboratory.result.Candidate;
import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.Evidence;
import dev.multipool.laboratory.result.Gate;
import dev.multipool.laboratory.result.NoRate;
import dev.multipool.laboratory.result.PointSummary;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.result.SustainableRate;
import dev.multipool.laboratory.result.SustainableRate.Carried;
import dev.multipool.laboratory.session.Session;
import dev.multipool.laboratory.sizing.RateSearch;
import dev.multipool.laboratory.sizing.RateSearch.Found;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Searches the rate that independent callers can have of a setting which passed the gate in a closed loop.
 *
 * <p><b>Threads:</b> one. <b>Lifecycle:</b> one search. It takes the time that its session has.
 */
public final class SustainableSearch {
    private final Session session;
    private final RatePoints points;
    private final double closedLoop;
    private final RateWindows windows;
    private final RateSearch search;

    /**
     * A search that has not begun.
     *
     * @param closedLoop the setting under a closed loop
     */
    public SustainableSearch(Session session, RatePoints points, Candidate closedLoop) {
        this.session = session;
        this.points = points;
        this.closedLoop = closedLoop.throughput();
        this.windows = new RateWindows(session, points);
        this.search = new RateSearch(windows, this.closedLoop);
    }

    /** Searches. Asked again, it goes on where the time was up. */
    public SustainableRate search() throws InterruptedException {
        Found found = search.search();
        return switch (found.end()) {
            case CONFIRMED, UNCONFIRMED -> carried(found);
            case NOTHING_KEEPS -> SustainableRate.none(NoRate.NOTHING_KEEPS_THE_OBJECTIVE);
            case OUT_OF_TIME -> SustainableRate.none(NoRate.OUT_OF_TIME);
        };
    }

    private SustainableRate carried(Found found) {
        int rate = found.rate().orElseThrow();
        OptionalInt notKept = found.notKept();
        RunSettings point = points.ofConfirmation(rate);
        Optional<PointSummary> summary = windows.summary(point);
        Evidence evidence = summary.map(PointSummary::evidence).orElse(Evidence.NOTHING);
        Double p99Millis = summary.map(PointSummary::figures)
                .map(figures -> figures.percentiles().p99Millis().median())
                .orElse(null);
        return SustainableRate.of(
                new Carried(
                        rate,
                        ((Demand.OpenLoop) point.load().demand()).arrivals(),
                        rate / closedLoop,
                        p99Millis,
                        evidence,
                        notKept.isPresent() ? notKept.getAsInt() : null),
                Gate.findShortfalls(session.objective(), evidence));
    }
}
