package dev.multipool.redis;

/**
 * How far seeding is; told after every batch.
 *
 * @param what what is written, in the plural: users or items
 * @param written how many of them Redis has confirmed
 * @param total how many were asked for
 */
public record SeedProgress(String what, long written, long total) {
    public SeedProgress {
        if (written < 0 || written > total) {
            throw new IllegalArgumentException("written: " + written + " (expected: 0 to total: " + total + ")");
        }
    }
}
