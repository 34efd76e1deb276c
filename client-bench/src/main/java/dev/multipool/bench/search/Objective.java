package dev.multipool.bench.search;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.multipool.bench.result.LoadResult;
import dev.multipool.bench.result.Percentiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a run has to hold: a percentile of its response times below a limit. A server that rejects what is too much for it
 * answers the rest fast, and a generator that sends less than it should makes any server fast: so 99 % of the calls due
 * must have been sent, and 99 % of the calls that ended must have been answered rightly.
 *
 * @param percentile {@code tp50}, {@code tp90}, {@code tp99} or {@code tp99.9}
 * @param limitMillis the percentile must be below it
 */
public record Objective(String percentile, double limitMillis) {
    /** Share of the calls due that must be sent, and share of the calls ended that must be answered rightly. */
    static final double MIN_SHARE = 0.99;

    private static final Map<String, ToDoubleFunction<Percentiles>> PERCENTILES = Map.of(
            "tp50", Percentiles::p50Millis,
            "tp90", Percentiles::p90Millis,
            "tp99", Percentiles::p99Millis,
            "tp99.9", Percentiles::p999Millis);

    private static final Pattern FORM = Pattern.compile("(tp[0-9.]+)\\s*<\\s*([0-9]+(?:\\.[0-9]+)?)(ms|s)");

    public Objective {
        if (!PERCENTILES.containsKey(percentile)) {
            throw new IllegalArgumentException("percentile: " + percentile + " (expected: tp50, tp90, tp99 or tp99.9)");
        }
        if (!(limitMillis > 0)) {
            throw new IllegalArgumentException("limitMillis: " + limitMillis + " (expected: above 0)");
        }
    }

    /**
     * Reads {@code tp99<10ms}.
     *
     * @throws IllegalArgumentException when it is none
     */
    @JsonCreator
    public static Objective parse(String text) {
        Matcher form = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!form.matches() || !PERCENTILES.containsKey(form.group(1))) {
            throw new IllegalArgumentException(
                    "'" + text + "' (expected: tp50, tp90, tp99 or tp99.9 below a time, such as tp99<10ms)");
        }
        return new Objective(
                form.group(1),
                Double.parseDouble(form.group(2)) * (form.group(3).equals("s") ? 1e3 : 1));
    }

    /** The percentile that counts, of a run. */
    public double valueMillis(LoadResult result) {
        return PERCENTILES
                .getOrDefault(percentile, Percentiles::p99Millis)
                .applyAsDouble(result.times().responseTime());
    }

    /** Why a run misses it; empty when it holds. Whether the run can be trusted is another question. */
    public List<String> missedBy(LoadResult result) {
        List<String> reasons = new ArrayList<>();
        double value = valueMillis(result);
        if (result.counts().calls() == 0 || value >= limitMillis) {
            reasons.add(String.format(
                    Locale.ROOT, "%s is %.2f ms (expected: below %s ms)", percentile, value, plain(limitMillis)));
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

    private static String plain(double millis) {
        return millis == Math.rint(millis) ? String.valueOf((long) millis) : String.valueOf(millis);
    }

    @Override
    @JsonValue
    public String toString() {
        return percentile + "<" + plain(limitMillis) + "ms";
    }
}
