package dev.multipool.laboratory.sizing;

import java.util.List;

/**
 * Measures every combination of the knobs' values that may stand together, each under the largest load that it bears.
 *
 * <p>Neighbours stand one after the other, so that each begins with about the load that the one before it bore.
 *
 * <p><b>Threads:</b> one.
 */
public final class GridSweep {
    private final KnobSpace space;
    private final WindowSource source;
    private final LoadClimb loads;

    /**
     * A sweep that has not begun.
     *
     * @param space with few values of each knob, as all their combinations are measured
     * @param limitMillis of the objective
     * @param mostUsers that the generator is asked for
     */
    public GridSweep(KnobSpace space, WindowSource source, double limitMillis, int mostUsers) {
        this.space = space;
        this.source = source;
        this.loads = new LoadClimb(space, source, limitMillis, mostUsers, false);
    }

    /**
     * Measures, as long as there is time.
     *
     * @param users that the first window has
     */
    public void sweep(int users) throws InterruptedException {
        int next = UserGrid.nearest(users);
        for (Sizes sizes : space.all()) {
            if (!source.hasTime()) {
                return;
            }
            loads.bear(sizes, next);
            next = loads.borne(sizes).orElse(next);
        }
    }

    /**
     * What an answer is chosen from: the best of all combinations, and what one window may have hidden behind it.
     *
     * @param most so many at most
     */
    public List<Finalist> finalists(int most) {
        return loads.finalists(most);
    }
}
