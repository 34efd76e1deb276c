package dev.multipool.perf.result;

/**
 * How fast the server's cores were in one window.
 *
 * @param cores that the server could use
 * @param spinNanos time of a fixed piece of work on them, the mean over the cores: less is faster
 */
public record ServerSpeed(int cores, double spinNanos) {
    public ServerSpeed {
        if (cores < 1) {
            throw new IllegalArgumentException("cores: " + cores + " (expected: >= 1)");
        }
        if (!(spinNanos > 0)) {
            throw new IllegalArgumentException("spinNanos: " + spinNanos + " (expected: > 0)");
        }
    }
}
