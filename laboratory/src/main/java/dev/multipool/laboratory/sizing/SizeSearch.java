package dev.multipool.laboratory.sizing;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Searches the sizes that serve the most within the objective, by measuring alone.
 *
 * <p>How it works: a service under a closed loop answers more calls with more users until something is used up; from then on only
 * the response time grows. So each sizes are judged by the largest load that they bear. The search first finds that load where it
 * begins. Then it climbs: it moves all numbers together, then each knob by itself, first far, then near. What is moved is first
 * measured under the load of the best so far; where that leaves time to spare, under more users, as far as throughput grows. A
 * move that serves clearly more, or the same with smaller sizes, is the new best, and is tried once more in the same direction.
 *
 * <p>One window is no proof. The finals that {@link #finalists} names are what an answer is chosen from, by windows of their own.
 *
 * <p><b>Threads:</b> one.
 */
public final class SizeSearch {
    /** Throughputs within this part of each other are taken as the same. */
    public static final double SAME = LoadClimb.SAME;

    private static final int FAR = 2;
    private static final int NEAR = 1;

    private final KnobSpace space;
    private final WindowSource source;
    private final LoadClimb loads;
    private final Set<Sizes> tried = new HashSet<>();

    /**
     * A search that has not begun.
     *
     * @param limitMillis of the objective
     * @param mostUsers that the generator is asked for
     */
    public SizeSearch(KnobSpace space, WindowSource source, double limitMillis, int mostUsers) {
        this.space = space;
        this.source = source;
        this.loads = new LoadClimb(space, source, limitMillis, mostUsers);
    }

    /**
     * Searches, as long as there is time.
     *
     * @param start values by the knobs' names, where they are known
     * @param users that the first window has
     */
    public void search(Map<String, String> start, int users) throws InterruptedException {
        Sizes first = space.start(start);
        bear(first, UserGrid.nearest(users));
        awayFrom(first, UserGrid.nearest(users));
        for (int steps : new int[] {FAR, NEAR}) {
            boolean moved = true;
            while (moved && source.hasTime()) {
                moved = climb(steps);
            }
        }
    }

    /** Where nothing can be measured at the beginning, what lies further and further around it is tried. */
    private void awayFrom(Sizes first, int users) throws InterruptedException {
        for (int steps = FAR; steps <= 2 * space.longest() && loads.leading().isEmpty(); steps *= 2) {
            for (Sizes next : space.around(first, steps)) {
                if (loads.leading().isEmpty() && source.hasTime() && !tried.contains(next)) {
                    bear(next, users);
                }
            }
        }
    }

    /** Tries what lies around the best, until something is better; false when nothing is. */
    private boolean climb(int steps) throws InterruptedException {
        Trial best = loads.leading().orElse(null);
        if (best == null) {
            return false;
        }
        for (Sizes next : space.around(best.sizes(), steps)) {
            if (!source.hasTime()) {
                return false;
            }
            if (tried.contains(next)) {
                continue;
            }
            bear(next, best.users());
            Trial now = loads.leading().orElse(best);
            if (!now.sizes().equals(best.sizes())) {
                goOn(best.sizes(), now.sizes());
                return true;
            }
        }
        return false;
    }

    /** What was better in one direction may be better still further on. */
    private void goOn(Sizes from, Sizes to) throws InterruptedException {
        Sizes next = to;
        for (int knob = 0; knob < to.places().size(); knob++) {
            if (space.scales().get(knob).ordered()) {
                next = space.with(next, knob, 2 * to.place(knob) - from.place(knob));
            }
        }
        if (!tried.contains(next) && space.isAllowed(next) && source.hasTime()) {
            Trial before = loads.leading().orElseThrow();
            bear(next, before.users());
            Trial now = loads.leading().orElseThrow();
            if (now.sizes().equals(next)) {
                goOn(to, next);
            }
        }
    }

    private void bear(Sizes sizes, int users) throws InterruptedException {
        tried.add(sizes);
        loads.bear(sizes, users);
    }

    /**
     * What an answer is chosen from: the best, and what one window may have hidden behind it.
     *
     * @param most so many at most
     */
    public List<Finalist> finalists(int most) {
        return loads.finalists(most);
    }
}
