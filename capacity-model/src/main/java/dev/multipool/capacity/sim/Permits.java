package dev.multipool.capacity.sim;

/**
 * A number of permits that steps hold: the connections to a dependency, or a bulkhead.
 *
 * @param name as programs name it
 * @param count how many may be held at once
 * @param whenNone what happens to a step that finds none left
 */
public record Permits(String name, int count, WhenNone whenNone) {

    /** What happens to a step that finds no permit. */
    public enum WhenNone {
        /** It waits its turn, first come first served, as lock wait in the ledger of its pool. */
        WAIT,
        /** Its request fails at once, as at a bulkhead. */
        REJECT
    }

    /** Validates. */
    public Permits {
        Checks.atLeast("permits of " + name, count, 1);
    }

    /** Returns a dependency that serves at most that many calls at once; others wait. */
    public static Permits downstream(String name, int limit) {
        return new Permits(name, limit, WhenNone.WAIT);
    }

    /** Returns a bulkhead; calls above it fail at once. */
    public static Permits bulkhead(String name, int limit) {
        return new Permits(name, limit, WhenNone.REJECT);
    }
}
