package dev.multipool.laboratory.description;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A rule between knobs, such as {@code hikari <= tomcat}. Each side is a knob or a number.
 *
 * @param left a knob's name, or a number
 * @param relation what must hold between them
 * @param right a knob's name, or a number
 */
public record Constraint(String left, Relation relation, String right) {
    /** What must hold. */
    public enum Relation {
        AT_MOST("<="),
        BELOW("<"),
        AT_LEAST(">="),
        ABOVE(">");

        private final String sign;

        Relation(String sign) {
            this.sign = sign;
        }

        private boolean holds(int comparison) {
            return switch (this) {
                case AT_MOST -> comparison <= 0;
                case BELOW -> comparison < 0;
                case AT_LEAST -> comparison >= 0;
                case ABOVE -> comparison > 0;
            };
        }

        private static Relation ofSign(String sign) {
            for (Relation relation : values()) {
                if (relation.sign.equals(sign)) {
                    return relation;
                }
            }
            throw new IllegalArgumentException("'" + sign + "' (expected: <=, <, >= or >)");
        }
    }

    private static final String NUMBER = "-?[0-9]{1,18}";
    private static final String SIDE = "(" + Placeholders.NAME + "|" + NUMBER + ")";
    private static final Pattern FORM = Pattern.compile("\\s*" + SIDE + "\\s*(<=|<|>=|>)\\s*" + SIDE + "\\s*");

    /**
     * Reads {@code hikari <= tomcat}.
     *
     * @throws IllegalArgumentException when the text is no such rule
     */
    static Constraint parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' (expected: KNOB <= KNOB, with <=, <, >= or >, and a number on one side at most)");
        }
        return new Constraint(form.group(1), Relation.ofSign(form.group(2)), form.group(3));
    }

    /** The knobs that it speaks of. */
    public Set<String> knobs() {
        Set<String> knobs = new TreeSet<>();
        for (String side : new String[] {left, right}) {
            if (!side.matches(NUMBER)) {
                knobs.add(side);
            }
        }
        return knobs;
    }

    /** Whether a setting keeps it. It holds as long as one of its knobs has no value. */
    public boolean allows(Setting setting) {
        BigDecimal a = number(left, setting.values());
        BigDecimal b = number(right, setting.values());
        return a == null || b == null || relation.holds(a.compareTo(b));
    }

    private static @Nullable BigDecimal number(String side, Map<String, String> values) {
        if (side.matches(NUMBER)) {
            return new BigDecimal(side);
        }
        String value = values.get(side);
        return value == null ? null : new BigDecimal(value);
    }

    @Override
    public String toString() {
        return left + " " + relation.sign + " " + right;
    }
}
