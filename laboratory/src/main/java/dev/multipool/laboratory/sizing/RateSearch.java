package dev.multipool.laboratory.sizing;

import dev.multipool.laboratory.sizing.RateSource.Confirmation;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Searches the highest rate of independent calls that a service carries within the objective, by measuring alone.
 *
 * <p>How it works: quick looks begin at 65 % of what a closed loop gets. They go up, or down, in growing steps, until one rate keeps the
 * objective with room to the limit and a higher one does not. They halve the ratio between both until it is at most 10 %. One window may
 * lie. So the lower end of what has no room is looked at again before it counts. Before anything above the closed loop's throughput is
 * looked at, 90 % of that have to leave room: most services have none there.
 *
 * <p>A rate that was chosen since it looked good looks better than it is (the winner's curse). So looks only propose it: windows
 * that took no part in choosing it must confirm it. To show that costs several windows of fresh processes, whose tails are longer
 * and differ. So what is proposed is 10 % below what has no room. When windows don't confirm it, or
 * more like them would not, the rate goes down in growing steps, and new windows must confirm the lower one. Where a rate breaks the
 * objective by far, a step is left out. As long as there is time, rates between what is confirmed and what is not are confirmed as well.
 *
 * <p><b>Threads:</b> one. <b>Units:</b> rates are calls per second.
 */
public final class RateSearch {
    /** Of a closed loop's throughput; where independent calls begin to queue for long. */
    private static final double FIRST = 0.65;
    /** Of a closed loop's throughput; what keeps the objective nowhere above it keeps it nowhere. */
    private static final double LEAST = 0.03;
    /** Of a closed loop's throughput; nobody has to know whether still more is carried. */
    private static final double MOST = 2;

    private static final double UP = 1.15;
    private static final double DOWN = 0.8;
    /** Ratio of rates that are taken as the same. */
    private static final double SAME = 1.05;
    /** Ratio of rates that looks tell apart: windows that confirm are what decides. */
    private static final double NEAR = 1.1;

    /**
     * Part of the limit below which a look's tail has room: fresh processes have a longer one by a tenth, and three windows of them show
     * that the limit is kept where they differ by another tenth.
     */
    private static final double WITH_ROOM = 0.8;

    /** Times the limit: so long a tail tells that rates nearby are not kept either. */
    public static final double BY_FAR = 2;

    /** The step down to a rate that fresh processes should keep, and the first one where they don't: 10 %. */
    private static final int STEP_TO_ROOM = 1;

    /** The step down from a rate that a look saw broken by far, where none was kept. */
    private static final int FAR_STEP = 2;

    /** Ratio of what is not kept and what is confirmed, from which on rates between are worth their windows. */
    private static final double FAR = 1.08;

    private static final int MOST_LOOKS = 14;
    /** Looks in a row that tell nothing, after which a rate counts as one that is not kept. */
    private static final int MOST_IN_VAIN = 2;
    /** Windows of one rate; more would not confirm it. */
    private static final int MOST_CONFIRMATIONS = 5;
    /** Rates that are tried after the one that the looks propose. */
    private static final int MOST_STEPS_DOWN = 4;

    private final RateSource source;
    private final int nearTheClosedLoop;
    private final int first;
    private final int least;
    private final int most;
    private final NavigableMap<Integer, Looks> seen = new TreeMap<>();
    /** Windows that were made of a rate to confirm it. */
    private final Map<Integer, Integer> confirming = new HashMap<>();
    /** What they showed, where that is known; it is not measured again. */
    private final Map<Integer, Confirmation> outcomes = new HashMap<>();

    /** How a search ended. */
    public enum End {
        /** The rate is confirmed. */
        CONFIRMED,
        /** The time was up before the rate was confirmed. */
        UNCONFIRMED,
        /** No rate is known to keep the objective. */
        NOTHING_KEEPS,
        /** There was no time to look at a rate and to confirm it. */
        OUT_OF_TIME
    }

    /**
     * What a search found.
     *
     * @param rate the highest that is confirmed. Where none is: the lowest that was kept in all its windows without being sure, or that
     *     would be tried next. Empty where nothing keeps, or nothing was measured
     * @param notKept the lowest rate above it that did not show that it keeps the objective, or had no room in a look; empty where there is
     *     none
     */
    public record Found(End end, OptionalInt rate, OptionalInt notKept) {}

    /** What looks at one rate showed. */
    private static final class Looks {
        private int keeping;
        private int breaking;
        private double longestTailMillis;
        private double sumOfKeptMillis;

        void add(Window window) {
            longestTailMillis = Math.max(longestTailMillis, window.tailMillis());
            if (window.keeps()) {
                keeping++;
                sumOfKeptMillis += window.tailMillis();
            } else {
                breaking++;
            }
        }

        /** Windows that tell nothing, again and again, are no chance. */
        void addInVain(int windows) {
            breaking += windows;
        }

        boolean keeps() {
            return keeping > breaking;
        }

        boolean breaks() {
            return breaking > keeping;
        }

        boolean isTied() {
            return keeping == breaking;
        }

        boolean keepsBelow(double millis) {
            return keeps() && sumOfKeptMillis <= keeping * millis;
        }

        /** One window alone may lie. */
        boolean isSure() {
            return !isTied() && keeping + breaking > 1;
        }
    }

    /**
     * A search that has not begun.
     *
     * @param throughputPerSecond of a closed loop of the same service
     */
    public RateSearch(RateSource source, double throughputPerSecond) {
        this.source = source;
        this.nearTheClosedLoop = wholeAtLeastOne(throughputPerSecond / NEAR);
        this.first = wholeAtLeastOne(FIRST * throughputPerSecond);
        this.least = wholeAtLeastOne(LEAST * throughputPerSecond);
        this.most = wholeAtLeastOne(MOST * throughputPerSecond);
    }

    /**
     * Searches, as long as there is time; a rate that nobody looked at would be a guess. Asked again, it goes on where the time was up.
     */
    public Found search() throws InterruptedException {
        if (confirming.isEmpty()) {
            if (!source.hasTimeToLook()) {
                return new Found(End.OUT_OF_TIME, OptionalInt.empty(), OptionalInt.empty());
            }
            look();
        }
        return confirm();
    }

    private void look() throws InterruptedException {
        int looks = 0;
        OptionalInt next = nextLook();
        while (next.isPresent() && looks < MOST_LOOKS && source.hasTimeToLook()) {
            looks += lookAt(next.getAsInt());
            next = nextLook();
        }
    }

    /** The number of windows that it took. */
    private int lookAt(int rate) throws InterruptedException {
        Looks looks = seen.computeIfAbsent(rate, each -> new Looks());
        for (int windows = 1; windows <= MOST_IN_VAIN; windows++) {
            Optional<Window> window = source.look(rate);
            if (window.isPresent()) {
                looks.add(window.get());
                return windows;
            }
        }
        looks.addInVain(MOST_IN_VAIN);
        return MOST_IN_VAIN;
    }

    /** Which rate to look at next; empty when the highest one that keeps the objective with room is known well enough. */
    private OptionalInt nextLook() {
        if (seen.isEmpty()) {
            return OptionalInt.of(first);
        }
        OptionalInt tied = lowest(Looks::isTied);
        if (tied.isPresent()) {
            return tied;
        }
        OptionalInt low = highestWithRoom();
        OptionalInt high = lowestWithoutRoom();
        if (high.isEmpty()) {
            int next = above(low.orElse(first));
            return next > low.orElse(0) ? OptionalInt.of(next) : OptionalInt.empty();
        }
        if (low.isEmpty()) {
            int next = below(high.getAsInt());
            return next >= least && next < high.getAsInt() ? OptionalInt.of(next) : OptionalInt.empty();
        }
        int middle = middle(low.getAsInt(), high.getAsInt());
        boolean isNear = high.getAsInt() <= NEAR * low.getAsInt() || seen.containsKey(middle);
        if (!isNear) {
            return OptionalInt.of(middle);
        }
        return looksAt(high.getAsInt()).isSure() ? OptionalInt.empty() : high;
    }

    /** Each step up is larger than the one before; up to near the closed loop's throughput, and from there anew. */
    private int above(int low) {
        boolean isBelow = SAME * low < nearTheClosedLoop;
        int begin = isBelow ? first : (int) (nearTheClosedLoop / SAME);
        int steps = seen.tailMap(begin, true).size();
        return Math.min(
                isBelow ? nearTheClosedLoop : most, Math.max(low + 1, (int) Math.round(low * Math.pow(UP, steps))));
    }

    /** Each step down is larger than the one before. */
    private int below(int high) {
        int steps = seen.headMap(first, true).size();
        return wholeAtLeastOne(high * Math.pow(DOWN, steps));
    }

    private OptionalInt lowestBroken() {
        return lowest(Looks::breaks);
    }

    private OptionalInt lowestWithoutRoom() {
        return lowest(looks -> !looks.isTied() && !hasRoom(looks));
    }

    private OptionalInt lowest(Predicate<Looks> asked) {
        return seen.entrySet().stream()
                .filter(each -> asked.test(each.getValue()))
                .mapToInt(each -> each.getKey())
                .findFirst();
    }

    private OptionalInt highestKept() {
        return highestBelow(lowestBroken(), Looks::keeps);
    }

    private OptionalInt highestWithRoom() {
        return highestBelow(lowestWithoutRoom(), this::hasRoom);
    }

    private OptionalInt highestBelow(OptionalInt bound, Predicate<Looks> asked) {
        return seen.headMap(bound.orElse(Integer.MAX_VALUE), false).entrySet().stream()
                .filter(each -> asked.test(each.getValue()))
                .mapToInt(each -> each.getKey())
                .max();
    }

    private boolean hasRoom(Looks looks) {
        return looks.keepsBelow(WITH_ROOM * source.limitMillis());
    }

    private Looks looksAt(int rate) {
        return seen.getOrDefault(rate, new Looks());
    }

    private Found confirm() throws InterruptedException {
        OptionalInt notKept = highestWithRoom().isPresent() ? lowestWithoutRoom() : lowestBroken();
        if (isWithoutHope()) {
            return new Found(End.NOTHING_KEEPS, OptionalInt.empty(), notKept);
        }
        int rate = firstToConfirm(notKept);
        // what is told where nothing lower is confirmed: better than a rate that nobody measured
        Found known = null;
        int step = STEP_TO_ROOM;
        for (int tries = 0; tries <= MOST_STEPS_DOWN && rate >= least; tries++) {
            Confirmation shown = confirm(rate);
            if (shown == Confirmation.HOLDS) {
                return raise(rate, notKept);
            }
            if (shown == Confirmation.SCATTERS || (shown == Confirmation.OPEN && (known == null || isMeasured(rate)))) {
                known = new Found(End.UNCONFIRMED, OptionalInt.of(rate), notKept);
            }
            if (shown == Confirmation.OPEN) {
                break;
            }
            if (shown != Confirmation.SCATTERS) {
                // what is kept above a rate that breaks the objective was luck
                known = null;
            }
            notKept = OptionalInt.of(rate);
            step = Math.min(MOST_STEPS_DOWN, shown == Confirmation.FAILS_BY_FAR ? step + 1 : step);
            int lower = stepDown(rate, step);
            if (lower == rate) {
                break;
            }
            rate = lower;
            step++;
        }
        return known == null ? new Found(End.NOTHING_KEEPS, OptionalInt.empty(), notKept) : known;
    }

    private boolean isMeasured(int rate) {
        return confirming.containsKey(rate);
    }

    /** The highest that was kept with room, clearly below what was not. Where nobody knows, steps below what was not. */
    private int firstToConfirm(OptionalInt notKept) {
        OptionalInt kept = highestKept();
        if (kept.isEmpty()) {
            return notKept.isPresent() ? firstBelow(notKept.getAsInt()) : first;
        }
        int best = highestWithRoom().orElseGet(() -> stepDown(kept.getAsInt(), STEP_TO_ROOM));
        return notKept.isPresent() ? Math.min(best, stepDown(notKept.getAsInt(), STEP_TO_ROOM)) : best;
    }

    private int firstBelow(int broken) {
        return stepDown(broken, looksAt(broken).longestTailMillis > BY_FAR * source.limitMillis() ? FAR_STEP : 0);
    }

    /** Steps down may have gone too far: as long as there is time, higher rates may be confirmed, too. */
    private Found raise(int confirmed, OptionalInt notKept) throws InterruptedException {
        int low = confirmed;
        int high = notKept.orElse(low);
        boolean more = true;
        while (more && high > FAR * low) {
            int middle = middle(low, high);
            Confirmation shown = middle > low && middle < high ? confirm(middle) : Confirmation.OPEN;
            more = shown != Confirmation.OPEN;
            low = shown == Confirmation.HOLDS ? middle : low;
            high = more && shown != Confirmation.HOLDS ? middle : high;
        }
        return new Found(
                End.CONFIRMED, OptionalInt.of(low), notKept.isPresent() ? OptionalInt.of(high) : OptionalInt.empty());
    }

    private static int middle(int low, int high) {
        return (int) Math.round(Math.sqrt((double) low * high));
    }

    /** Looks broke the objective down to the least rate. */
    private boolean isWithoutHope() {
        OptionalInt high = lowestBroken();
        return high.isPresent() && highestKept().isEmpty() && nextLook().isEmpty();
    }

    /** Whether windows confirm a rate; open when the time is up before that is known. */
    private Confirmation confirm(int rate) throws InterruptedException {
        Confirmation known = outcomes.getOrDefault(rate, Confirmation.OPEN);
        while (known == Confirmation.OPEN && confirming.getOrDefault(rate, 0) < MOST_CONFIRMATIONS) {
            if (!source.hasTimeToConfirm(rate)) {
                return Confirmation.OPEN;
            }
            confirming.merge(rate, 1, Integer::sum);
            known = source.confirm(rate, MOST_CONFIRMATIONS);
        }
        Confirmation last = known == Confirmation.OPEN ? Confirmation.SCATTERS : known;
        outcomes.put(rate, last);
        return last;
    }

    /** The first one is as near as rates are told apart; each further one is twice as far. */
    private static int stepDown(int rate, int step) {
        return Math.max(1, Math.min(rate - 1, (int) Math.floor(rate / Math.pow(SAME, 1 << step))));
    }

    private static int wholeAtLeastOne(double rate) {
        return (int) Math.max(1, Math.round(rate));
    }
}
