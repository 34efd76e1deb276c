package dev.multipool.bench.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * How ids are drawn from 1 to n: id k with a probability in proportion to k^-exponent, so that low ids are the hot ones.
 * Exponent 0 is the uniform distribution.
 *
 * @param exponent 0 to 10
 */
public record KeyDistribution(double exponent) {
    /** All ids alike. */
    public static final KeyDistribution UNIFORM = new KeyDistribution(0);

    private static final String UNIFORM_TEXT = "uniform";
    private static final String ZIPF_PREFIX = "zipf:";
    private static final double MAX_EXPONENT = 10;

    public KeyDistribution {
        if (!(exponent >= 0 && exponent <= MAX_EXPONENT)) {
            throw new IllegalArgumentException("exponent: " + exponent + " (expected: 0 to 10)");
        }
    }

    /**
     * Reads {@code uniform} or {@code zipf:1.1}.
     *
     * @throws IllegalArgumentException when it is neither
     */
    @JsonCreator
    public static KeyDistribution parse(String text) {
        if (text.equals(UNIFORM_TEXT)) {
            return UNIFORM;
        }
        try {
            if (text.startsWith(ZIPF_PREFIX)) {
                return new KeyDistribution(Double.parseDouble(text.substring(ZIPF_PREFIX.length())));
            }
        } catch (IllegalArgumentException e) {
            throw malformed(text, e);
        }
        throw malformed(text, null);
    }

    private static IllegalArgumentException malformed(String text, @Nullable Throwable cause) {
        return new IllegalArgumentException(
                "'" + text + "' (expected: uniform, or zipf:EXPONENT with an exponent from 0 to 10)", cause);
    }

    @Override
    @JsonValue
    public String toString() {
        return exponent == 0 ? UNIFORM_TEXT : ZIPF_PREFIX + exponent;
    }
}
