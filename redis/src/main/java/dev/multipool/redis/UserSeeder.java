package dev.multipool.redis;

import java.util.function.Consumer;

/**
 * Writes the {@link SampleUsers} 1 to N into a Redis, in pipelined batches of at most 1000.
 *
 * <p><b>Threads:</b> the caller's thread does the work and gets the progress; {@link #seed} uses a connection of its own,
 * open only while it runs.
 */
public final class UserSeeder {
    private final BatchWriter writer;

    /** A seeder for this Redis; of the settings only the URI and the connect timeout matter. */
    public UserSeeder(RedisSettings settings) {
        this.writer = new BatchWriter("users", 1, settings);
    }

    /**
     * Writes users 1 to {@code count}, over what is there; returns when Redis has confirmed them all.
     *
     * @throws IllegalArgumentException when {@code count} is negative
     * @throws RedisUnavailableException when Redis can't be reached, or a batch fails; batches before it are written
     */
    public void seed(long count, long seed, Consumer<SeedProgress> progress) {
        writer.write(
                count,
                (id, sink) ->
                        sink.put(UserKeys.bytes(id), SampleUsers.user(seed, id).toByteArray()),
                progress);
    }
}
