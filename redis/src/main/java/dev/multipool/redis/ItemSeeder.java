package dev.multipool.redis;

import java.util.function.Consumer;

/**
 * Writes the {@link SampleItems} 1 to N into a Redis, each with the same number of parts, in pipelined batches of about
 * 1000 values.
 *
 * <p><b>Threads:</b> as for {@link UserSeeder}.
 */
public final class ItemSeeder {
    private final int parts;
    private final BatchWriter writer;

    /**
     * A seeder for this Redis; of the settings only the URI and the connect timeout matter.
     *
     * @param parts how many parts each item gets, numbered from 0
     * @throws IllegalArgumentException when {@code parts} is less than 1
     */
    public ItemSeeder(RedisSettings settings, int parts) {
        if (parts < 1) {
            throw new IllegalArgumentException("parts: " + parts + " (expected: >= 1)");
        }
        this.parts = parts;
        this.writer = new BatchWriter("items", parts, settings);
    }

    /**
     * Writes items 1 to {@code count}, over what is there; returns when Redis has confirmed them all.
     *
     * @throws IllegalArgumentException when {@code count} is negative
     * @throws RedisUnavailableException when Redis can't be reached, or a batch fails; batches before it are written
     */
    public void seed(long count, long seed, Consumer<SeedProgress> progress) {
        writer.write(
                count,
                (id, sink) -> {
                    for (int part = 0; part < parts; part++) {
                        sink.put(
                                ItemKeys.bytes(id, part),
                                SampleItems.part(seed, id, part).toByteArray());
                    }
                },
                progress);
    }
}
