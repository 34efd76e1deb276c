package dev.multipool.bench.generator;

import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.plan.LoadProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The level of a load as a function of time, from the begin of the load, and its inverses: when the n-th call of an open
 * loop is due, and when the n-th user of a closed loop has something to do. Times are nanoseconds from the begin.
 *
 * <p>How it works: the curve is a row of pieces, each with a level that goes evenly from one value to another: the
 * warm-up, the profile's steps, and the last level for ever. Calls due up to time t are the area under the curve; in a
 * piece that is from * t + slope / 2 * t², so the time of a count is the root of a quadratic. It is taken in the form
 * 2c / (from + sqrt(from² + 2 * slope * c)), which loses no digits where the slope is small.
 */
final class LoadCurve {
    private static final double NANOS_PER_SECOND = 1e9;
    /** A level of 2.9999999 users is 3: what rounding may take from it. */
    private static final double ROUNDING = 1e-6;

    /** The length of the last piece, which has no end. */
    private static final Duration NEVER_LOOKED_AT = Duration.ofDays(1);

    private final LoadProfile.Step[] pieces;
    private final long[] startNanos;
    private final double[] startCount;

    LoadCurve(double constantLevel, LoadProfile profile, LoadPlan.Timing timing) {
        List<LoadProfile.Step> steps = profile.steps();
        double first = steps.isEmpty() ? constantLevel : steps.get(0).from();
        double last =
                steps.isEmpty() ? constantLevel : steps.get(steps.size() - 1).to();
        List<LoadProfile.Step> row = new ArrayList<>(warmup(first, timing));
        row.addAll(steps);
        row.add(new LoadProfile.Step(last, last, NEVER_LOOKED_AT));
        int count = row.size();
        pieces = row.toArray(LoadProfile.Step[]::new);
        startNanos = new long[count];
        startCount = new double[count];
        for (int i = 1; i < count; i++) {
            LoadProfile.Step before = pieces[i - 1];
            long nanos = before.length().toNanos();
            startNanos[i] = startNanos[i - 1] + nanos;
            startCount[i] = startCount[i - 1] + (before.from() + before.to()) / 2 * (nanos / NANOS_PER_SECOND);
        }
    }

    /** The curve of a load over a whole run. */
    static LoadCurve of(LoadModel load, LoadPlan.Timing timing) {
        return new LoadCurve(load.level(), load.profile(), timing);
    }

    private static List<LoadProfile.Step> warmup(double level, LoadPlan.Timing timing) {
        Duration warmup = timing.warmup();
        Double warm = timing.warmupLevel();
        if (warmup.isZero()) {
            return List.of();
        }
        if (warm == null) {
            return List.of(new LoadProfile.Step(level, level, warmup));
        }
        return List.of(
                new LoadProfile.Step(warm, warm, warmup.minus(timing.settling())),
                new LoadProfile.Step(level, level, timing.settling()));
    }

    /** When so many calls have been due, of an open loop whose level is calls per second. */
    long nanosOfCount(double calls) {
        int found = Arrays.binarySearch(startCount, calls);
        int piece = found >= 0 ? found : -found - 2;
        LoadProfile.Step step = pieces[piece];
        double count = calls - startCount[piece];
        double slope = step.slopePerNano() * NANOS_PER_SECOND;
        double root = Math.sqrt(Math.max(0, step.from() * step.from() + 2 * slope * count));
        return startNanos[piece] + Math.round(2 * count * NANOS_PER_SECOND / (step.from() + root));
    }

    /**
     * The first time from {@code fromNanos} on at which the level is above {@code user}, which counts from 0: then so many
     * users and one more are to be active. {@link Long#MAX_VALUE} when it never is again.
     */
    long nextActiveNanos(int user, long fromNanos) {
        for (int i = pieceAt(fromNanos); i < pieces.length; i++) {
            LoadProfile.Step step = pieces[i];
            long offset = Math.max(0, fromNanos - startNanos[i]);
            double level = step.from() + step.slopePerNano() * offset;
            if (isActive(user, level)) {
                return startNanos[i] + offset;
            }
            if (isActive(user, step.to()) && step.to() > level) {
                return startNanos[i] + offset + Math.round(Math.ceil((user + 1 - level) / step.slopePerNano()));
            }
        }
        return Long.MAX_VALUE;
    }

    private static boolean isActive(int user, double level) {
        return user + 1 <= level + ROUNDING;
    }

    private int pieceAt(long nanos) {
        int found = Arrays.binarySearch(startNanos, Math.max(0, nanos));
        return found >= 0 ? found : -found - 2;
    }
}
