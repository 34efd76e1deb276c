package dev.multipool.laboratory.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One cell of a {@link Table}: a number, a word, or nothing.
 *
 * @param number null where there is none
 * @param form how the number is shown; null without a number
 * @param word null where there is a number or nothing
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Cell(
        @Nullable Double number,
        @Nullable Form form,
        @Nullable String word) {
    public static final Cell NOTHING = new Cell(null, null, null);

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+([.][0-9]{1,2})?");

    /** How a number is shown. */
    public enum Form {
        WHOLE("%.0f"),
        TENTHS("%.1f"),
        HUNDREDTHS("%.2f"),
        SIGNED_TENTHS("%+.1f"),
        PERCENT("%.0f %%"),
        PERCENT_TENTHS("%.1f %%");

        private final String pattern;

        Form(String pattern) {
            this.pattern = pattern;
        }
    }

    /** A word or a name; an empty one is nothing. */
    public static Cell word(String word) {
        return word.isEmpty() ? NOTHING : new Cell(null, null, word);
    }

    public static Cell whole(double number) {
        return of(number, Form.WHOLE);
    }

    public static Cell tenths(double number) {
        return of(number, Form.TENTHS);
    }

    public static Cell hundredths(double number) {
        return of(number, Form.HUNDREDTHS);
    }

    /** Cores kept busy; nothing where they are not known. */
    public static Cell cores(@Nullable Double number) {
        return number == null ? NOTHING : hundredths(number);
    }

    /** With as many digits as {@link Figure#millis}. */
    public static Cell millis(double number) {
        return of(number, number >= 100 ? Form.WHOLE : number >= 1 ? Form.TENTHS : Form.HUNDREDTHS);
    }

    /** The middle of a figure in milliseconds; nothing where it is not known. */
    public static Cell medianMillis(@Nullable Spread spread) {
        return spread == null ? NOTHING : millis(spread.median());
    }

    /** A part of 1 in a column of percents. */
    public static Cell wholePercents(double part) {
        return whole(100 * part);
    }

    /** The same where tenths matter. */
    public static Cell percents(double part) {
        return tenths(100 * part);
    }

    /** A part of 1 in a column of errors or gains in percents. */
    public static Cell change(double part) {
        return of(100 * part, Form.SIGNED_TENTHS);
    }

    /** A part of 1 with its sign of percent. */
    public static Cell percent(double part) {
        return of(100 * part, Form.PERCENT);
    }

    /** The same where tenths matter. */
    public static Cell percentWithDecimal(double part) {
        return of(100 * part, Form.PERCENT_TENTHS);
    }

    /** Half of an interval's width; a word where it is so wide that nobody would act on it. */
    public static Cell plusMinus(Interval interval, DoubleFunction<Cell> form) {
        return interval.isTelling() ? form.apply(interval.halfWidth()) : word("too wide");
    }

    /** As it was published: a number with its decimals, a word, or nothing. */
    public static Cell published(@Nullable String text) {
        if (text == null || !NUMBER.matcher(text).matches()) {
            return word(text == null ? "" : text);
        }
        int decimals = text.contains(".") ? text.length() - text.indexOf('.') - 1 : 0;
        return of(
                Double.parseDouble(text),
                List.of(Form.WHOLE, Form.TENTHS, Form.HUNDREDTHS).get(decimals));
    }

    /** A row of this many cells for what has no figures, since no run counts. */
    public static List<Cell> rowWithoutRuns(int cells, Cell... first) {
        List<Cell> row = new ArrayList<>(List.of(first));
        row.add(word("no run counts"));
        return Stream.concat(row.stream(), Stream.generate(() -> NOTHING))
                .limit(cells)
                .toList();
    }

    private static Cell of(double number, Form form) {
        return Double.isFinite(number) ? new Cell(number, form, null) : word("not known");
    }

    /** The same for people; empty for nothing. It is in the JSON, too. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public String text() {
        if (number != null && form != null) {
            return String.format(Locale.ROOT, form.pattern, number);
        }
        return word == null ? "" : word;
    }
}
