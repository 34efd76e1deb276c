package dev.multipool.redis.source;

import dev.multipool.redis.provision.RedisProvider;
import dev.multipool.redis.provision.RedisRequest;
import dev.multipool.redis.provision.RunningRedis;

/** Lets a program that does not depend on this module start a Redis by it, where its jar is on the class path. */
public final class RedisSourceProvider implements RedisProvider {

    @Override
    public RunningRedis start(RedisRequest request, String image) {
        return RedisSource.open(
                RedisSourceSettings.builder().request(request).image(image).build());
    }
}
