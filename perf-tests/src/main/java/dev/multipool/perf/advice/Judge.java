package dev.multipool.perf.advice;

import dev.multipool.capacity.Objective;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides whether new sizes stay. */
interface Judge {
    /** Of two windows of a steady server the throughputs differ by less. */
    double FEWER_TASKS = 0.9;

    /** Of a pool with fewer tasks in a window nothing is told. */
    double FEWEST_TASKS = 50;

    /** A mean this much longer counts. */
    double SLOWER = 1.25;

    /** Less more is none. */
    double LEAST_GAIN = 0.03;

    /**
     * Why the old sizes are better, if they are.
     *
     * @param before what each pool that was at work did
     * @param after the same with the new sizes
     * @param changed the pools that have one
     */
    Optional<String> fault(Map<String, PoolWindow> before, Map<String, PoolWindow> after, Set<String> changed);

    /** Keeps what makes nothing worse: for sizes that are to spare threads. */
    static Judge unlessWorse(Objective objective) {
        return (before, after, changed) -> {
            for (Map.Entry<String, PoolWindow> each : before.entrySet()) {
                PoolWindow now = after.get(each.getKey());
                Optional<String> fault = fewer(each.getKey(), each.getValue(), now)
                        .or(() -> now == null
                                ? Optional.empty()
                                : slower(objective, each.getKey(), each.getValue(), now));
                if (fault.isPresent()) {
                    return fault;
                }
            }
            return Optional.empty();
        };
    }

    /**
     * Keeps what brings throughput, by more than chance: for larger sizes, which cost threads. Only the changed pools are asked:
     * others, such as one that opens connections when some are missing, do less because it is better.
     */
    static Judge onlyIfBetter() {
        return (before, after, changed) -> {
            boolean isBetter = false;
            for (String pool : changed) {
                PoolWindow then = before.get(pool);
                PoolWindow now = after.get(pool);
                if (then != null) {
                    Optional<String> fault = fewer(pool, then, now);
                    if (fault.isPresent()) {
                        return fault;
                    }
                    isBetter |= now != null && isMore(then, now);
                }
            }
            return isBetter ? Optional.empty() : Optional.of("not more tasks than by chance");
        };
    }

    private static Optional<String> fewer(String pool, PoolWindow then, @Nullable PoolWindow now) {
        if (then.done() < FEWEST_TASKS) {
            return Optional.empty();
        }
        if (now == null || now.perSecond() < FEWER_TASKS * then.perSecond()) {
            return Optional.of(pool + " does fewer tasks");
        }
        return now.rejectedPerSecond() > then.rejectedPerSecond()
                ? Optional.of(pool + " turns more tasks away")
                : Optional.empty();
    }

    private static Optional<String> slower(Objective objective, String pool, PoolWindow then, PoolWindow now) {
        if (!objective.isMetBy(now.p99Millis()) && objective.isMetBy(then.p99Millis())) {
            return Optional.of(pool + " no longer keeps " + objective.describe());
        }
        if (now.meanMillis() > SLOWER * then.meanMillis() && !objective.isMetBy(now.p99Millis())) {
            return Optional.of(pool + " takes longer, and does not keep " + objective.describe());
        }
        return Optional.empty();
    }

    /** By more than a part in thirty, and than twice what chance explains. */
    private static boolean isMore(PoolWindow then, PoolWindow now) {
        double chance = 2 * Math.hypot(then.errorPerSecond(), now.errorPerSecond());
        return now.perSecond() - then.perSecond() > Math.max(LEAST_GAIN * then.perSecond(), chance);
    }
}
