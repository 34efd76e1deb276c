package dev.multipool.perf.app;

import dev.multipool.redis.RedisSettings;
import dev.multipool.redis.UserSeeder;
import dev.multipool.redis.provision.RunningRedis;
import dev.multipool.redis.source.RedisSource;

/** A Redis with user 1, for experiments of one server that need no more. */
final class SeededRedis {
    private SeededRedis() {}

    static RunningRedis open(RedisOption wanted) throws InterruptedException {
        RunningRedis redis = RedisSource.open(wanted.pinnedTo(null));
        try {
            new UserSeeder(RedisSettings.of(redis.uri())).seed(1, Wiring.SAMPLE_SEED, seeding -> {});
            return redis;
        } catch (RuntimeException e) {
            redis.close();
            throw e;
        }
    }
}
