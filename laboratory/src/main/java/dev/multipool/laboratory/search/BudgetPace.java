package dev.multipool.laboratory.search;

import dev.multipool.laboratory.result.Gate;
import dev.multipool.laboratory.result.RunSettings;
import dev.multipool.laboratory.session.Session;
import java.time.Duration;

/**
 * A search that ends in time: each part has its share of the budget.
 *
 * @param session that takes the time
 * @param budget for all of it
 * @param ofAFinal the time that one window of a final takes
 */
record BudgetPace(Session session, Duration budget, Duration ofAFinal) implements Pace {
    /** Of the time, for the search; the rest is for the finals. */
    private static final double SHARE_OF_THE_SEARCH = 0.65;

    @Override
    public void begin() {
        session.budget(budget);
        session.endBy(budget);
    }

    @Override
    public boolean hasTimeToSearch() {
        return session.elapsed().toMillis() < SHARE_OF_THE_SEARCH * budget.toMillis();
    }

    /** So many that there is time for twice the windows that an answer needs, as some break the objective. */
    @Override
    public int contenders() {
        Duration left = budget.minus(session.elapsed()).minus(ofAFinal);
        return (int) Math.max(1, Math.min(Finals.CONTENDERS, left.dividedBy(ofAFinal) / (2 * Gate.FEWEST_WINDOWS)));
    }

    /** An answer needs so many windows; those that only make it surer leave time for the profile. */
    @Override
    public void beginFinal(RunSettings contender, FinalField field) {
        session.endBy(field.hasEnough(contender) ? budget.minus(ofAFinal) : budget);
    }

    @Override
    public boolean endsFinals(FinalField field) {
        return false;
    }

    @Override
    public boolean beginProfile() {
        session.endBy(budget);
        return true;
    }
}
