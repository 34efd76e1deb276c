package dev.multipool.laboratory.result;

import java.time.Duration;
import java.util.Locale;

/** How figures are written for people: with the digits that the measurement carries, and no more. */
public final class Figure {
    private Figure() {}

    /** Calls per second without decimals: {@code 12345}. */
    public static String perSecond(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }

    /** Milliseconds with three significant digits at most, which is what the histograms keep: {@code 0.42}, {@code 9.9}, {@code 104}. */
    public static String millis(double value) {
        String format = value >= 100 ? "%.0f" : value >= 1 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, format, value);
    }

    /** Cores kept busy, with two decimals: {@code 0.97}. */
    public static String cores(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    /** A part of a whole: {@code 82 %}. */
    public static String percent(double part) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * part);
    }

    /** The same where tenths matter: {@code 82.4 %}. */
    public static String percentWithDecimal(double part) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * part);
    }

    /** Minutes and seconds: {@code 4:05}. */
    public static String clockFace(Duration duration) {
        return String.format(Locale.ROOT, "%d:%02d", duration.toMinutes(), duration.toSecondsPart());
    }
}
