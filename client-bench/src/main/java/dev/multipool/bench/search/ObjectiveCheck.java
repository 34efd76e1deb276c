package dev.multipool.bench.search;

import dev.multipool.bench.result.LoadResult;
import dev.multipool.bench.result.Percentiles;
import dev.multipool.capacity.Objective;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Whether a run keeps an objective. A server that rejects what is too much for it answers the rest fast, and a generator that
 * sends less than it should makes any server fast: so 99 % of the calls due must have been sent, and 99 % of the calls that
 * ended must have been answered rightly.
 *
 * <p><b>Threads:</b> pure functions.
 */
public final class ObjectiveCheck {
    /** Share of the calls due that must be sent, and share of the calls ended that must be answered rightly. */
    static final double MIN_SHARE = 0.99;

    private ObjectiveCheck() {}

    /** The percentile that counts, of a run. */
    public static double valueMillis(Objective objective, LoadResult result) {
        Percentiles times = result.times().responseTime();
        return switch (objective.percentile()) {
            case TP50 -> times.p50Millis();
            case TP90 -> times.p90Millis();
            case TP99 -> times.p99Millis();
            case TP999 -> Objects.requireNonNull(times.p999Millis(), "this generator tells it");
        };
    }

    /** Why a run misses it; empty when it holds. Whether the run can be trusted is another question. */
    public static List<String> missedBy(Objective objective, LoadResult result) {
        List<String> reasons = new ArrayList<>();
        double value = valueMillis(objective, result);
        if (result.counts().calls() == 0 || !objective.isMetBy(value)) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "%s is %.2f ms (expected: below %s ms)",
                    objective.percentile().word(),
                    value,
                    objective.plainMillis()));
        }
        double sendShare = result.schedule().sending() == null
                ? 1
                : result.schedule().sending().sendRateShare();
        if (sendShare < MIN_SHARE) {
            reasons.add(String.format(
                    Locale.ROOT, "%.1f %% of the calls due were sent (expected: at least 99 %%)", 100 * sendShare));
        }
        long ended = result.counts().calls() + result.errorCount();
        double answeredShare = ended == 0 ? 1 : (double) result.counts().calls() / ended;
        if (answeredShare < MIN_SHARE) {
            reasons.add(String.format(
                    Locale.ROOT, "%.1f %% of the calls were answered (expected: at least 99 %%)", 100 * answeredShare));
        }
        return reasons;
    }
}
