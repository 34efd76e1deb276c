package dev.multipool.bench.search;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides which load to try next in the search for the largest one that holds an objective. It runs nothing itself.
 *
 * <p>How it works: all runs made so far, by level, are its whole state. A level passes when most of its runs did, and
 * fails otherwise. The boundary is the highest level that passes below the lowest one that fails. While there is no level
 * that fails the level doubles; while there is none that passes it halves; between the two it bisects. When they are
 * close enough, both get more runs until each has as many as asked for. A run that turns a level's majority moves the
 * boundary, and the search goes on from there: so one lucky or unlucky run decides nothing.
 *
 * <p>A level whose runs cannot be trusted twice is beyond what can be measured here. It bounds the search as a failing
 * one does, but is no first fail.
 */
final class LoadSearch {
    /** Runs in vain at one level before it is given up. */
    static final int MAX_INVALID = 2;

    private final SearchSettings settings;
    private final NavigableMap<Double, Tally> tallies = new TreeMap<>();

    LoadSearch(SearchSettings settings) {
        this.settings = settings;
    }

    void judged(double level, JudgedRun.Verdict verdict) {
        Tally tally = tallies.computeIfAbsent(level, ignored -> new Tally());
        switch (verdict) {
            case PASS -> tally.passes++;
            case FAIL -> tally.fails++;
            case INVALID -> tally.invalids++;
        }
    }

    /** The level to try next; null when all is decided. */
    @Nullable
    Double next() {
        for (Map.Entry<Double, Tally> entry : tallies.entrySet()) {
            Tally tally = entry.getValue();
            // a run in vain is repeated; a tie is broken
            if (tally.isUndecided() && !tally.isGivenUp()) {
                return entry.getKey();
            }
        }
        Double pass = lastPass();
        Double limit = lowestLimit();
        if (limit == null) {
            return pass == null ? (Double) settings.first() : raise(pass);
        }
        if (pass == null) {
            double half = rounded(Math.max(settings.min(), limit / 2));
            return half < limit ? (Double) half : unsettled(limit);
        }
        if (limit - pass > settings.precision() * pass) {
            double middle = rounded((pass + limit) / 2);
            if (middle > pass && middle < limit) {
                return middle;
            }
        }
        Double unsettledPass = unsettled(pass);
        return unsettledPass != null ? unsettledPass : unsettled(limit);
    }

    private @Nullable Double raise(double pass) {
        return pass < settings.max() ? (Double) Math.min(settings.max(), rounded(2 * pass)) : unsettled(pass);
    }

    /** The level, when it needs more runs. */
    private @Nullable Double unsettled(double level) {
        Tally tally = tallies.get(level);
        return tally != null && !tally.isGivenUp() && tally.runs() < settings.repeats() ? (Double) level : null;
    }

    private double rounded(double level) {
        return settings.whole() ? Math.rint(level) : level;
    }

    /** The highest level that passes below all that do not; null when there is none. */
    @Nullable
    Double lastPass() {
        Double limit = lowestLimit();
        Double highest = null;
        for (Map.Entry<Double, Tally> entry : tallies.entrySet()) {
            if ((limit == null || entry.getKey() < limit) && entry.getValue().isPass()) {
                highest = entry.getKey();
            }
        }
        return highest;
    }

    /** The lowest level that fails; null when there is none, or when what lies there could not be measured. */
    @Nullable
    Double firstFail() {
        Double limit = lowestLimit();
        Tally tally = limit == null ? null : tallies.get(limit);
        return tally != null && tally.isFail() ? limit : null;
    }

    /** The lowest level whose runs could not be trusted, when it is what ended the search; null otherwise. */
    @Nullable
    Double notMeasurable() {
        Double limit = lowestLimit();
        return limit != null && firstFail() == null ? limit : null;
    }

    private @Nullable Double lowestLimit() {
        for (Map.Entry<Double, Tally> entry : tallies.entrySet()) {
            Tally tally = entry.getValue();
            if (tally.isFail() || (tally.isUndecided() && tally.isGivenUp())) {
                return entry.getKey();
            }
        }
        return null;
    }

    /** The runs of one level. */
    private static final class Tally {
        private int passes;
        private int fails;
        private int invalids;

        int runs() {
            return passes + fails;
        }

        boolean isPass() {
            return passes > fails;
        }

        boolean isFail() {
            return fails > passes;
        }

        boolean isUndecided() {
            return passes == fails;
        }

        boolean isGivenUp() {
            return invalids >= MAX_INVALID;
        }
    }
}
