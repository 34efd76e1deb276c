package dev.multipool.laboratory.process;

/**
 * Stop-the-world pauses of a server's garbage collectors, as its JVM counts them.
 *
 * @param count how many
 * @param seconds how long all of them were together, to a millisecond each
 */
public record Pauses(long count, double seconds) {
    /** Those since an earlier reading. */
    public Pauses since(Pauses earlier) {
        return new Pauses(count - earlier.count, Math.max(0, seconds - earlier.seconds));
    }

    /** Their mean; 0 when there was none. */
    public double meanMillis() {
        return count > 0 ? 1000 * seconds / count : 0;
    }
}
