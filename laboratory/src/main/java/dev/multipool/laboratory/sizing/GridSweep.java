package dev.multipool.laboratory.sizing;

import java.util.List;

/**
 * Measures every combination of the knobs' values that may stand together, each under one load after the other until the limit is
 * broken.
 *
 * <p>Nothing is guessed and nothing is left out, so it takes long. That is what it is for: a search is compared with it.
 *
 * <p><b>Threads:</b> one.
 */
public final class GridSweep {
    /** From one load to the next, about 1.6 times the users. */
    private static final int STEPS = 2;
    /** One window may break the limit by bad luck. */
    private static final int BROKEN_IN_A_ROW = 2;

    private final KnobSpace space;
    private final WindowSource source;
    private final LoadClimb loads;
    private final int mostUsers;

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
        this.loads = new LoadClimb(space, source, limitMillis, mostUsers);
        this.mostUsers = mostUsers;
    }

    /**
     * Measures, as long as there is time.
     *
     * @param users of the first window of each sizes; fewer only where these are too many
     */
    public void sweep(int users) throws InterruptedException {
        int first = UserGrid.nearest(users);
        for (Sizes sizes : space.all()) {
            if (!upwards(sizes, first)) {
                downwards(sizes, first);
            }
        }
    }

    /** Whether a load was found that keeps the limit. */
    private boolean upwards(Sizes sizes, int first) throws InterruptedException {
        boolean any = false;
        int broken = 0;
        for (int load = first; load <= mostUsers && broken < BROKEN_IN_A_ROW; load = UserGrid.moved(load, STEPS)) {
            if (!source.hasTime() || loads.isBroken(sizes)) {
                return any;
            }
            boolean keeps = loads.measure(sizes, load).filter(Window::keeps).isPresent();
            any |= keeps;
            broken = keeps ? 0 : broken + 1;
        }
        return any;
    }

    private void downwards(Sizes sizes, int first) throws InterruptedException {
        boolean keeps = false;
        for (int load = first; load > 1 && !keeps; ) {
            load = UserGrid.moved(load, -STEPS);
            if (!source.hasTime() || loads.isBroken(sizes)) {
                return;
            }
            keeps = loads.measure(sizes, load).filter(Window::keeps).isPresent();
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
