package dev.multipool.redis;

/**
 * How far seeding is; told after every batch.
 *
 * @param written users that Redis has confirmed
 * @param total users asked for
 */
public record SeedProgress(long written, long total) {
    public SeedProgress {
        if (written < 0 || written > total) {
            throw new IllegalArgumentException("written: " + written + " (expected: 0 to total: " + total + ")");
        }
    }
}
