package dev.multipool.laboratory.sizing;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Searches the sizes that serve the most within the objective, by measuring.
 *
 * <p>How it works: a service under a closed loop answers more calls with more users until something is used up; from then on only
 * the response time grows. So each sizes are judged by the largest load that they bear. The search first finds that load where it
 * begins. Then it climbs: it moves all numbers together, then each knob by itself, first far, then near. What is moved is first
 * measured under the load of the best so far; where that leaves time to spare, under more users, as far as throughput grows. A
 * move that serves clearly more, or the same with smaller sizes, is the new best, and is tried once more in the same direction.
 *
 * <p>A guide makes that shorter, where it can tell: the sizes that it takes to be the best are measured at once, instead of what
 * lies far around. Of what lies near, only what it does not take to be worse is measured.
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
    /** Further loads on the first sizes, for a guide. */
    private static final int MOST_LOADS_FOR_THE_GUIDE = 3;
    /** Steps on the grid of users from one of them to the next: half as many users. */
    private static final int STEPS_BETWEEN = -3;

    private final KnobSpace space;
    private final WindowSource source;
    private final LoadClimb loads;
    private final Guide guide;
    private final int mostUsers;
    private final Set<Sizes> tried = new HashSet<>();

    /**
     * A search that has not begun.
     *
     * @param guide sees the windows of the source, too
     * @param limitMillis of the objective
     * @param mostUsers that the generator is asked for
     */
    public SizeSearch(KnobSpace space, WindowSource source, Guide guide, double limitMillis, int mostUsers) {
        this.space = space;
        this.source = source;
        this.guide = guide;
        this.loads = new LoadClimb(space, source, limitMillis, mostUsers);
        this.mostUsers = mostUsers;
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
        addLoads(first);
        for (int steps : new int[] {FAR, NEAR}) {
            boolean moved = true;
            while (moved && source.hasTime()) {
                followGuide();
                moved = climb(steps) || (steps == NEAR && lookAcrossThePlateau());
            }
        }
    }

    /**
     * Tries what lies around sizes that served nearly as much as the best, as one window of each does not tell where a plateau is
     * highest; whether something there is better.
     */
    private boolean lookAcrossThePlateau() throws InterruptedException {
        Trial best = loads.leading().orElse(null);
        if (best == null) {
            return false;
        }
        for (Trial other : loads.nextTo(best)) {
            for (Sizes next : space.around(other.sizes(), NEAR)) {
                if (source.hasTimeToSpare() && !tried.contains(next) && isWorthMeasuring(next, best, NEAR)) {
                    bear(next, best.users());
                    if (!loads.leading().orElse(best).sizes().equals(best.sizes())) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Fewer and fewer users on the first sizes, until a guide has seen enough. */
    private void addLoads(Sizes first) throws InterruptedException {
        int users = loads.leading()
                .filter(each -> each.sizes().equals(first))
                .map(Trial::users)
                .orElse(1);
        for (int more = 0; more < MOST_LOADS_FOR_THE_GUIDE && users > 1; more++) {
            if (!guide.needsLoads() || !source.hasTime()) {
                return;
            }
            users = UserGrid.moved(users, STEPS_BETWEEN);
            loads.measure(first, users);
        }
    }

    /** Measures what the guide takes to be the best, as long as that is something new. */
    private void followGuide() throws InterruptedException {
        while (source.hasTime()) {
            Finalist proposal = loads.leading()
                    .flatMap(best -> predictions(best).find(best.sizes()))
                    .orElse(null);
            if (proposal == null || tried.contains(space.start(proposal.values()))) {
                return;
            }
            bear(space.start(proposal.values()), proposal.users());
        }
    }

    private PredictedBest predictions(Trial best) {
        return new PredictedBest(space, guide, mostUsers, best.users());
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
        boolean wasGuided = isGuided(best);
        for (Sizes next : space.around(best.sizes(), steps)) {
            if (!source.hasTime()) {
                return false;
            }
            if (tried.contains(next) || !isWorthMeasuring(next, best, steps)) {
                continue;
            }
            bear(next, best.users());
            if (!wasGuided && isGuided(best)) {
                return true;
            }
            Trial now = loads.leading().orElse(best);
            if (!now.sizes().equals(best.sizes())) {
                goOn(best.sizes(), now.sizes());
                return true;
            }
        }
        return false;
    }

    private boolean isGuided(Trial best) {
        return guide.predict(space.valuesOf(best.sizes()), best.users()).isPresent();
    }

    /**
     * Whether sizes may become the best: larger ones that serve clearly more, smaller ones that don't serve clearly less. What is
     * far away the guide has looked through already. Where it can't tell, they may.
     */
    private boolean isWorthMeasuring(Sizes sizes, Trial best, int steps) {
        PredictedBest predictions = predictions(best);
        Optional<PredictedBest.Load> here = predictions.most(best.sizes());
        Optional<PredictedBest.Load> there = predictions.most(sizes);
        if (here.isEmpty() || there.isEmpty()) {
            return true;
        }
        boolean isLarger = space.weightOf(sizes) >= space.weightOf(best.sizes());
        return steps == NEAR
                && there.get().throughputPerSecond()
                        >= (isLarger ? 1 + SAME : 1 - 2 * SAME) * here.get().throughputPerSecond();
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
