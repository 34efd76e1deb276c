package dev.multipool.laboratory.search;

import dev.multipool.laboratory.result.Gate;
import dev.multipool.laboratory.session.Session;
import java.time.Duration;

/**
 * A search that ends in time: each part has its share of the budget.
 *
 * @param session that takes the time
 * @param budget for all of it
 * @param ofAFinal the time that one window of a final takes
 * @param ofTheRate the time that is kept for the search of a rate; zero where there is none, or too little
 */
record BudgetPace(Session session, Duration budget, Duration ofAFinal, Duration ofTheRate) implements Pace {
    /** Of the time that is not the rate's, for the search; the rest is for the finals. */
    private static final double SHARE_OF_THE_SEARCH = 0.65;
    /** Of the time, for the search of a rate, at most. */
    private static final double LARGEST_SHARE_OF_THE_RATE = 0.45;

    /** Keeps a part of the time for the rate, where that would do. */
    static BudgetPace of(Session session, Duration budget, Duration ofAFinal, RateTime rate) {
        Duration most = Duration.ofMillis(Math.round(LARGEST_SHARE_OF_THE_RATE * budget.toMillis()));
        return new BudgetPace(session, budget, ofAFinal, rate.within(most));
    }

    @Override
    public void begin() {
        session.budget(budget);
        session.endBy(budget);
    }

    @Override
    public boolean hasTimeToSearch() {
        return session.elapsed().toMillis()
                < SHARE_OF_THE_SEARCH * budget.minus(ofTheRate).toMillis();
    }

    /** Time for all windows that the finals may take. */
    @Override
    public boolean hasTimeToSpare() {
        return hasTimeToSearch() && finalsLeft() >= Finals.CONTENDERS * FinalField.MOST_WINDOWS;
    }

    /** So many that there is time for twice the windows that an answer needs, as some break the objective. */
    @Override
    public int contenders() {
        return (int) Math.max(1, Math.min(Finals.CONTENDERS, finalsLeft() / (2 * Gate.FEWEST_WINDOWS)));
    }

    /** Windows of finals that there is time for, beside the one for the profile. */
    private long finalsLeft() {
        return budget.minus(ofTheRate).minus(session.elapsed()).minus(ofAFinal).dividedBy(ofAFinal);
    }

    /** Windows that only make an answer surer leave time for the rate and the profile. Without an answer there is no rate. */
    @Override
    public void beginFinal(boolean enough, boolean answered) {
        session.endBy(enough ? budget.minus(ofAFinal).minus(answered ? ofTheRate : Duration.ZERO) : budget);
    }

    @Override
    public boolean endsFinals(boolean enough) {
        return false;
    }

    /** Its looks leave time to spare; a rate that is still to be confirmed comes before the profile. */
    @Override
    public void beginRate() {
        session.endBy(budget);
    }

    @Override
    public boolean beginProfile() {
        session.endBy(budget);
        return true;
    }
}
