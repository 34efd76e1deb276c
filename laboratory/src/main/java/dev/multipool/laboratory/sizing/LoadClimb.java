package dev.multipool.laboratory.sizing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Finds the load that sizes bear, and keeps what was seen of all of them.
 *
 * <p>How it works: the tail of a closed loop grows with its users. The next load is what would bring the tail near the limit, if both
 * grew alike, but never far beyond what is known. Where more users bring no more calls, they only wait.
 *
 * <p><b>Threads:</b> one.
 */
final class LoadClimb {
    /** Throughputs within this part of each other are taken as the same. */
    static final double SAME = 0.03;
    /** Part of the limit that a load aims at: the next window differs from this one. */
    private static final double CAREFUL = 0.9;
    /** Below this part of the limit there is time to spare for more users. */
    private static final double SPARE = 0.75;
    /** Most that one leap multiplies the users by: the tail need not grow with the users before something is used up. */
    private static final double LARGEST_LEAP = 8;
    /** Windows that one number of sizes may take until its load is known. */
    private static final int MOST_LOADS = 6;
    /** Of the best's throughput. */
    private static final double FAR_BEHIND = 0.85;
    /** Other sizes than the best that may become the answer. */
    private static final int OTHERS = 3;
    /** Part of the best's throughput within which one window of each does not tell which is better. */
    private static final double PLATEAU = 0.1;
    /** Sizes on the best's plateau whose neighbours are looked at, too. */
    private static final int NEXT = 2;

    private final KnobSpace space;
    private final WindowSource source;
    private final double limitMillis;
    private final int mostUsers;
    private final List<Trial> trials = new ArrayList<>();
    private final Map<Sizes, NavigableMap<Integer, Window>> known = new HashMap<>();
    /** Sizes of which nothing can be measured. */
    private final Set<Sizes> broken = new HashSet<>();

    /**
     * Nothing is known yet.
     *
     * @param limitMillis of the objective
     * @param mostUsers that the generator is asked for
     */
    LoadClimb(KnobSpace space, WindowSource source, double limitMillis, int mostUsers) {
        this.space = space;
        this.source = source;
        this.limitMillis = limitMillis;
        this.mostUsers = mostUsers;
    }

    /**
     * Finds about the largest load that sizes bear. Ends early where more users bring no more calls, and where these sizes will
     * not be the best.
     */
    void bear(Sizes sizes, int users) throws InterruptedException {
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
        int kept = borne(sizes).orElse(0);
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
            if (isFarBehind(sizes, users, window)
                    || window.tailMillis() > SPARE * limitMillis
                    || isSaturated(sizes, users)) {
                return users;
            }
            aim = Math.max(aim, UserGrid.moved(users, 1));
        } else {
            aim = Math.min(aim, UserGrid.moved(users, -1));
        }
        int highest = refused == Integer.MAX_VALUE ? mostUsers : UserGrid.moved(refused, -1);
        return Math.max(Math.min(aim, Math.min(highest, mostUsers)), kept == 0 ? 1 : kept);
    }

    /** Under as many users as the best of other sizes bears, or more, it served far less: still more users will not make up for that. */
    private boolean isFarBehind(Sizes sizes, int users, Window window) {
        return leading()
                .filter(best -> best.window().keeps() && !best.sizes().equals(sizes) && best.users() <= users)
                .filter(best -> window.throughputPerSecond()
                        < FAR_BEHIND * best.window().throughputPerSecond())
                .isPresent();
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

    /**
     * Neither the largest load that keeps the limit nor the smallest that breaks it served nearly as much as the best of other sizes:
     * loads between them will not, either.
     */
    private boolean cannotWin(Sizes sizes, int kept, int refused) {
        double best = leading()
                .filter(each -> each.window().keeps() && !each.sizes().equals(sizes))
                .map(each -> each.window().throughputPerSecond())
                .orElse(0.0);
        return Stream.of(kept, refused)
                .map(windows(sizes)::get)
                .filter(Objects::nonNull)
                .allMatch(window -> window.throughputPerSecond() < (1 - SAME) * best);
    }

    /** The largest load within the objective that was seen of these sizes; else nothing. */
    private OptionalInt borne(Sizes sizes) {
        return windows(sizes).entrySet().stream()
                .filter(each -> each.getValue().keeps())
                .mapToInt(Map.Entry::getKey)
                .max();
    }

    private NavigableMap<Integer, Window> windows(Sizes sizes) {
        return known.computeIfAbsent(sizes, each -> new TreeMap<>());
    }

    /** One window, unless there was one of these already; nothing when nothing came of it. */
    Optional<Window> measure(Sizes sizes, int users) throws InterruptedException {
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
                () -> leave(sizes));
        return window;
    }

    /** Whether nothing can be measured of these sizes. */
    boolean isBroken(Sizes sizes) {
        return broken.contains(sizes);
    }

    /** Whatever was seen of sizes that proved to be broken, they are no answer. */
    private void leave(Sizes sizes) {
        broken.add(sizes);
        if (source.isLeftOut(space.valuesOf(sizes))) {
            trials.removeIf(trial -> trial.sizes().equals(sizes));
            windows(sizes).clear();
        }
    }

    /**
     * The best so far: of those that keep the objective and serve nearly the most, the smallest sizes; where nothing keeps it, the
     * lowest tail.
     */
    Optional<Trial> leading() {
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

    /**
     * What an answer is chosen from, in the order in which it is preferred: the best; the best with other sizes; then what may
     * keep the limit where these do not, as one window is no proof: the best under smaller loads, and other sizes that served
     * less. Where there is time to spare, other sizes need not have served more than the best, and loads are closer.
     *
     * @param most so many at most
     */
    List<Finalist> finalists(int most) {
        Trial best = leading().orElse(null);
        if (best == null) {
            return List.of();
        }
        boolean isThorough = source.hasTimeToSpare();
        Set<Finalist> finalists = new LinkedHashSet<>();
        finalists.add(finalist(best, 0));
        List<Trial> others = othersThan(best);
        double much = (isThorough ? 1 - SAME : 1) * best.window().throughputPerSecond();
        others.stream()
                .filter(each -> each.window().throughputPerSecond() > much)
                .findFirst()
                .ifPresent(each -> finalists.add(finalist(each, 0)));
        if (isThorough) {
            finalists.add(belowHalfAStep(best, 0));
        }
        finalists.add(finalist(best, -1));
        if (isThorough) {
            finalists.add(belowHalfAStep(best, -1));
        }
        finalists.add(finalist(best, -2));
        others.forEach(each -> finalists.add(finalist(each, 0)));
        finalists.add(finalist(best, -3));
        return finalists.stream().limit(most).toList();
    }

    /** Some other sizes that served, within the objective, nearly as much as the best, the most first. */
    List<Trial> nextTo(Trial best) {
        return othersThan(best).stream()
                .filter(each -> each.window().throughputPerSecond()
                        > (1 - PLATEAU) * best.window().throughputPerSecond())
                .limit(NEXT)
                .toList();
    }

    /** The most that each of some other sizes served within the objective, the largest first. */
    private List<Trial> othersThan(Trial best) {
        Map<Sizes, Trial> mostOf = new LinkedHashMap<>();
        trials.stream()
                .filter(each -> best.window().keeps() && each.window().keeps())
                .filter(each -> !each.sizes().equals(best.sizes()))
                .sorted(Comparator.<Trial>comparingDouble(each -> each.window().throughputPerSecond())
                        .reversed())
                .forEach(each -> mostOf.putIfAbsent(each.sizes(), each));
        return mostOf.values().stream().limit(OTHERS).toList();
    }

    /** Between a load and the next smaller one of the grid: a whole step costs much throughput where nothing is saturated. */
    private Finalist belowHalfAStep(Trial trial, int steps) {
        double more = UserGrid.moved(trial.users(), steps);
        double less = UserGrid.moved(trial.users(), steps - 1);
        return new Finalist(space.valuesOf(trial.sizes()), (int) Math.round(Math.sqrt(more * less)));
    }

    private Finalist finalist(Trial trial, int steps) {
        return new Finalist(space.valuesOf(trial.sizes()), UserGrid.moved(trial.users(), steps));
    }
}
