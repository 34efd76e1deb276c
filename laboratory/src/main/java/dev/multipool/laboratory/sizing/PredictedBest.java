package dev.multipool.laboratory.sizing;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which sizes a guide takes to be the best of a space. It measures nothing.
 *
 * <p>How it works: sizes are worth what they serve under the most users that keep the limit. From the largest sizes it goes to
 * what lies around the best so far, by half of the longest scale, then by half of that, down to a step. The best is the smallest
 * of those that serve nearly the most.
 *
 * <p><b>Threads:</b> one. <b>Lifecycle:</b> as long as the guide sees no further window.
 */
final class PredictedBest {
    /** Sizes and loads that serve so much less are as good, where they are smaller. */
    private static final double NEARLY = 0.02;

    private final KnobSpace space;
    private final Guide guide;
    private final int mostUsers;
    private final Map<Sizes, Optional<Load>> loads = new LinkedHashMap<>();
    private final Map<Sizes, Map<Integer, Optional<Window>>> windows = new HashMap<>();
    private int likelyUsers;

    /**
     * Nothing was asked yet.
     *
     * @param likelyUsers where to look first
     */
    PredictedBest(KnobSpace space, Guide guide, int mostUsers, int likelyUsers) {
        this.space = space;
        this.guide = guide;
        this.mostUsers = mostUsers;
        this.likelyUsers = UserGrid.nearest(likelyUsers);
    }

    /**
     * A load that sizes bear.
     *
     * @param users the most that keep the limit
     * @param throughputPerSecond under them
     */
    record Load(int users, double throughputPerSecond) {}

    /** The best sizes, and the fewest users under which they serve nearly the most; empty where the guide can't tell. */
    Optional<Finalist> find(Sizes from) {
        most(from);
        most(space.largest(from));
        Sizes best = best().orElse(null);
        if (best == null) {
            return Optional.empty();
        }
        for (int steps = Math.max(1, space.longest() / 2); steps >= 1; steps /= 2) {
            Sizes before;
            do {
                before = best;
                space.around(best, steps).forEach(this::most);
                best = best().orElse(best);
            } while (!best.equals(before));
        }
        return Optional.of(new Finalist(space.valuesOf(best), fewestUsers(best)));
    }

    private Optional<Sizes> best() {
        double enough = (1 - NEARLY)
                * loads.values().stream()
                        .flatMap(Optional::stream)
                        .mapToDouble(Load::throughputPerSecond)
                        .max()
                        .orElse(0);
        return loads.entrySet().stream()
                .filter(each -> each.getValue()
                        .filter(load -> load.throughputPerSecond() >= enough)
                        .isPresent())
                .map(Map.Entry::getKey)
                .min(Comparator.comparingInt(space::weightOf));
    }

    /** The most that sizes serve within the limit; empty where the guide can't tell, or one user alone breaks it. */
    Optional<Load> most(Sizes sizes) {
        Optional<Load> known = loads.get(sizes);
        if (known == null) {
            known = findMost(sizes);
            loads.put(sizes, known);
            known.ifPresent(load -> likelyUsers = load.users());
        }
        return known;
    }

    private Optional<Load> findMost(Sizes sizes) {
        int good = 0;
        int bad = mostUsers + 1;
        int next = Math.min(likelyUsers, mostUsers);
        // upwards or downwards from the likely load by growing steps, then the middle of what is left
        for (int steps = 2; next > good && next < bad; steps *= 2) {
            if (keeps(sizes, next)) {
                good = next;
                next = bad <= mostUsers ? middle(good, bad) : Math.min(UserGrid.moved(good, steps), mostUsers);
            } else {
                bad = next;
                next = good > 0 ? middle(good, bad) : UserGrid.moved(bad, -steps);
            }
        }
        int users = good;
        return users == 0
                ? Optional.empty()
                : predict(sizes, users).map(window -> new Load(users, window.throughputPerSecond()));
    }

    /** On the grid between two loads; the lower one where there is none. */
    private static int middle(int good, int bad) {
        int middle = UserGrid.nearest(Math.sqrt((double) good * bad));
        return middle >= bad ? UserGrid.moved(bad, -1) : middle;
    }

    private boolean keeps(Sizes sizes, int users) {
        return predict(sizes, users).filter(Window::keeps).isPresent();
    }

    private int fewestUsers(Sizes sizes) {
        Load most = most(sizes).orElseThrow();
        int users = most.users();
        while (users > 1 && throughput(sizes, UserGrid.moved(users, -1)) >= (1 - NEARLY) * most.throughputPerSecond()) {
            users = UserGrid.moved(users, -1);
        }
        return users;
    }

    private double throughput(Sizes sizes, int users) {
        return predict(sizes, users).map(Window::throughputPerSecond).orElse(0.0);
    }

    private Optional<Window> predict(Sizes sizes, int users) {
        return windows.computeIfAbsent(sizes, each -> new HashMap<>())
                .computeIfAbsent(users, load -> guide.predict(space.valuesOf(sizes), load));
    }
}
