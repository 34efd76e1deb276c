package dev.multipool.bench.search;

/**
 * How a search goes.
 *
 * @param first level to begin with: users or calls per second
 * @param min no level below it is tried
 * @param max no level above it is tried
 * @param whole whether levels are whole numbers, as users are
 * @param precision the first fail may be this share above the last pass
 * @param repeats runs that each of the two must have, 3 to 10; most of them decide
 */
public record SearchSettings(double first, double min, double max, boolean whole, double precision, int repeats) {
    public SearchSettings {
        if (!(min > 0)) {
            throw new IllegalArgumentException("min: " + min + " (expected: above 0)");
        }
        if (!(first >= min && first <= max)) {
            throw new IllegalArgumentException(
                    "first: " + first + " (expected: from min: " + min + " to max: " + max + ")");
        }
        if (!(precision >= 0.001 && precision <= 1)) {
            throw new IllegalArgumentException("precision: " + precision + " (expected: 0.001 to 1)");
        }
        if (repeats < 3 || repeats > 10) {
            throw new IllegalArgumentException("repeats: " + repeats + " (expected: 3 to 10)");
        }
    }
}
