package dev.multipool.laboratory.sizing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

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
    public static final double SAME = 0.03;
    /** Part of the limit that a load aims at: the next window differs from this one. */
    private static final double CAREFUL = 0.9;
    /** Below this part of the limit there is time to spare for more users. */
    private static final double SPARE = 0.75;
    /** Most that one leap multiplies the users by: the tail need not grow with the users before something is used up. */
    private static final double LARGEST_LEAP = 8;
    /** Windows that one number of sizes may take until its load is known. */
    private static final int MOST_LOADS = 6;

    private static final int FAR = 2;
    private static final int NEAR = 1;

    private final KnobSpace space;
    private final WindowSource source;
    private final double limitMillis;
    private final int mostUsers;
    private final List<Trial> trials = new ArrayList<>();
    private final Map<Sizes, NavigableMap<Integer, Window>> known = new HashMap<>();
    private final Set<Sizes> tried = new HashSet<>();
    /** Sizes of which nothing can be measured. */
    private final Set<Sizes> broken = new HashSet<>();

    /**
     * A search that has not begun.
     *
     * @param limitMillis of the objective
     * @param mostUsers that the generator is asked for
     */
    public SizeSearch(KnobSpace space, WindowSource source, double limitMillis, int mostUsers) {
        this.space = space;
        this.source = source;
        this.limitMillis = limitMillis;
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
        for (int steps : new int[] {FAR, NEAR}) {
            boolean moved = true;
            while (moved && source.hasTime()) {
                moved = climb(steps);
            }
        }
    }

    /** Tries what lies around the best, until something is better; false when nothing is. */
    private boolean climb(int steps) throws InterruptedException {
        Trial best = leading().orElse(null);
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
            Trial now = leading().orElse(best);
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
            Trial before = leading().orElseThrow();
            bear(next, before.users());
            Trial now = leading().orElseThrow();
            if (now.sizes().equals(next)) {
                goOn(to, next);
            }
        }
    }

    /**
     * Finds about the largest load that sizes bear. Ends early where more users bring no more calls, and where these sizes will
     * not be better than the best.
     */
    private void bear(Sizes sizes, int users) throws InterruptedException {
        tried.add(sizes);
        int next = Math.min(users, mostUsers);
        for (int load = 0; load < MOST_LOADS && source.hasTime() && !broken.contains(sizes); load++) {
            Window window = measure(sizes, next).orElse(null);
            if (window == null) {
                return;
            }
            int more = nextLoad(sizes, next, window);
            if (more == next || windows(sizes).containsKey(more)) {
                return;
            }
            next = more;
        }
    }

    /** Which load tells most next; the same when it is known well enough. */
    private int nextLoad(Sizes sizes, int users, Window window) {
        NavigableMap<Integer, Window> seen = windows(sizes);
        int kept = seen.entrySet().stream()
                .filter(each -> each.getValue().keeps())
                .mapToInt(Map.Entry::getKey)
                .max()
                .orElse(0);
        int refused = seen.entrySet().stream()
                .filter(each -> !each.getValue().keeps() && each.getKey() > kept)
                .mapToInt(Map.Entry::getKey)
                .min()
                .orElse(Integer.MAX_VALUE);
        if (!window.keeps() && cannotWin(sizes, kept, refused)) {
            return users;
        }
        double leap = Math.min(LARGEST_LEAP, CAREFUL * limitMillis / Math.max(window.tailMillis(), limitMillis / 100));
        int aim = UserGrid.nearest(users * leap);
        if (window.keeps()) {
            if (window.tailMillis() > SPARE * limitMillis || isSaturated(sizes, users)) {
                return users;
            }
            aim = Math.max(aim, UserGrid.moved(users, 1));
        } else {
            aim = Math.min(aim, UserGrid.moved(users, -1));
        }
        int highest = refused == Integer.MAX_VALUE ? mostUsers : UserGrid.moved(refused, -1);
        return Math.max(Math.min(aim, Math.min(highest, mostUsers)), kept == 0 ? 1 : kept);
    }

    /** Whether twice the users, or nearly, brought no more calls: from here on calls only wait. */
    private boolean isSaturated(Sizes sizes, int users) {
        Window here = windows(sizes).get(users);
        Map.Entry<Integer, Window> fewer = windows(sizes).lowerEntry(users);
        return here != null
                && fewer != null
                && users >= 1.2 * fewer.getKey()
                && here.throughputPerSecond() < (1 + SAME) * fewer.getValue().throughputPerSecond();
    }

    /** A load that broke the limit served no more than the best that keeps it: fewer users will serve less. */
    private boolean cannotWin(Sizes sizes, int kept, int refused) {
        double best = leading()
                .filter(each -> each.window().keeps() && !each.sizes().equals(sizes))
                .map(each -> each.window().throughputPerSecond())
                .orElse(0.0);
        Window over = windows(sizes).get(refused);
        return kept == 0 && over != null && over.throughputPerSecond() < (1 - SAME) * best;
    }

    private NavigableMap<Integer, Window> windows(Sizes sizes) {
        return known.computeIfAbsent(sizes, each -> new TreeMap<>());
    }

    private Optional<Window> measure(Sizes sizes, int users) throws InterruptedException {
        Window before = windows(sizes).get(users);
        if (before != null) {
            return Optional.of(before);
        }
        Optional<Window> window = source.measure(space.valuesOf(sizes), users);
        window.ifPresentOrElse(
                seen -> {
                    windows(sizes).put(users, seen);
                    trials.add(new Trial(sizes, users, seen));
                },
                () -> broken.add(sizes));
        return window;
    }

    /**
     * The best so far: of those that keep the objective and serve nearly the most, the smallest sizes; where nothing keeps it, the
     * lowest tail.
     */
    private Optional<Trial> leading() {
        double most = trials.stream()
                .filter(each -> each.window().keeps())
                .mapToDouble(each -> each.window().throughputPerSecond())
                .max()
                .orElse(0);
        return trials.stream()
                .filter(each -> each.window().keeps())
                .filter(each -> each.window().throughputPerSecond() >= (1 - SAME) * most)
                .min(Comparator.<Trial>comparingInt(each -> space.weightOf(each.sizes()))
                        .thenComparing(Comparator.<Trial>comparingDouble(
                                        each -> each.window().throughputPerSecond())
                                .reversed()))
                .or(() -> trials.stream()
                        .min(Comparator.comparingDouble(each -> each.window().tailMillis())));
    }

    /** A setting that is measured again, for the answer. */
    public record Finalist(Map<String, String> values, int users) {}

    /**
     * What an answer is chosen from: the best; the best with other sizes; the best under a smaller load, as one window is no proof
     * that it keeps the limit.
     *
     * @param most so many at most
     */
    public List<Finalist> finalists(int most) {
        Set<Finalist> finalists = new LinkedHashSet<>();
        Optional<Trial> best = leading();
        best.ifPresent(each -> finalists.add(finalist(each, each.users())));
        best.filter(each -> each.window().keeps()).ifPresent(leader -> {
            trials.stream()
                    .filter(each -> each.window().keeps() && !each.sizes().equals(leader.sizes()))
                    .max(Comparator.comparingDouble(each -> each.window().throughputPerSecond()))
                    .filter(each -> each.window().throughputPerSecond()
                            > leader.window().throughputPerSecond())
                    .ifPresent(each -> finalists.add(finalist(each, each.users())));
        });
        best.ifPresent(each -> finalists.add(finalist(each, UserGrid.moved(each.users(), -1))));
        return finalists.stream().limit(most).toList();
    }

    private Finalist finalist(Trial trial, int users) {
        return new Finalist(space.valuesOf(trial.sizes()), users);
    }
}
