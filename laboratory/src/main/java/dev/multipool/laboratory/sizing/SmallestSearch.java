package dev.multipool.laboratory.sizing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Searches the smallest sizes that carry a given rate of calls within the objective, by measuring alone.
 *
 * <p>How it works: it begins with sizes that carry the rate: what the service has, else the largest. Then it makes one knob after
 * the other as small as it may be, by halving what is left of its scale; the knob with the most room goes first. In the end each
 * knob is tried one step smaller once more, as others have changed since.
 *
 * <p>Assumes that what carries a rate still carries it when one number is larger. Where that is wrong the answer is still one that
 * carries the rate, but may not be the smallest.
 *
 * <p><b>Threads:</b> one.
 */
public final class SmallestSearch {
    private final KnobSpace space;
    private final WindowSource source;
    private final int rate;
    private final Map<Sizes, Boolean> carries = new HashMap<>();
    private final List<Sizes> carrying = new ArrayList<>();

    /**
     * A search that has not begun.
     *
     * @param source measures windows in which calls arrive at this rate; it takes the rate where others take users
     * @param rate calls per second
     */
    public SmallestSearch(KnobSpace space, WindowSource source, int rate) {
        this.space = space;
        this.source = source;
        this.rate = rate;
    }

    /**
     * Searches, as long as there is time.
     *
     * @param start values by the knobs' names, where they are known
     */
    public void search(Map<String, String> start) throws InterruptedException {
        Sizes first = space.start(start);
        Sizes from = carries(first) ? first : space.largest(first);
        if (!carries(from) && isLeftOut(from)) {
            from = belowWhatIsLeftOut(from);
        }
        if (!carries(from)) {
            return;
        }
        Sizes smallest = from;
        for (int knob : byRoom(from)) {
            smallest = shrink(smallest, knob);
        }
        for (int knob : byRoom(smallest)) {
            Sizes smaller = space.with(smallest, knob, smallest.place(knob) - 1);
            if (space.isAllowed(smaller) && carries(smaller)) {
                smallest = smaller;
            }
        }
    }

    private boolean isLeftOut(Sizes sizes) {
        return source.isLeftOut(space.valuesOf(sizes));
    }

    /** What lies further and further around the largest, until one of them can be measured. */
    private Sizes belowWhatIsLeftOut(Sizes largest) throws InterruptedException {
        for (int steps = 1; steps <= 2 * space.longest(); steps *= 2) {
            for (Sizes next : space.around(largest, steps)) {
                if (source.hasTime() && (carries(next) || !isLeftOut(next))) {
                    return next;
                }
            }
        }
        return largest;
    }

    private List<Integer> byRoom(Sizes from) {
        return IntStream.range(0, space.scales().size())
                .filter(knob -> space.scales().get(knob).ordered())
                .boxed()
                .sorted(Comparator.comparingInt((Integer knob) -> from.place(knob))
                        .reversed())
                .toList();
    }

    private Sizes shrink(Sizes from, int knob) throws InterruptedException {
        int tooSmall = -1;
        int enough = from.place(knob);
        while (enough - tooSmall > 1) {
            int middle = (tooSmall + enough) / 2;
            Sizes candidate = from.with(knob, middle);
            if (space.isAllowed(candidate) && carries(candidate)) {
                enough = middle;
            } else {
                tooSmall = middle;
            }
        }
        return from.with(knob, enough);
    }

    private boolean carries(Sizes sizes) throws InterruptedException {
        Boolean before = carries.get(sizes);
        if (before != null) {
            return before;
        }
        Optional<Window> window = source.hasTime() ? source.measure(space.valuesOf(sizes), rate) : Optional.empty();
        boolean keeps = window.isPresent() && window.get().keeps();
        carries.put(sizes, keeps);
        if (keeps) {
            carrying.add(sizes);
        }
        return keeps;
    }

    /**
     * What an answer is chosen from: the smallest that carried the rate, and the next smallest, as one window is no proof.
     *
     * @param most so many at most
     */
    public List<Finalist> finalists(int most) {
        return carrying.stream()
                .sorted(Comparator.comparingInt(space::weightOf))
                .limit(most)
                .map(each -> new Finalist(space.valuesOf(each), rate))
                .toList();
    }
}
