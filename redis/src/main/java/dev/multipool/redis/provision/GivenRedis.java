package dev.multipool.redis.provision;

import dev.multipool.redis.RedisTarget;
import java.util.OptionalLong;

/** The Redis that somebody else runs. */
record GivenRedis(RedisTarget target, ServerInfo info) implements RunningRedis {

    @Override
    public String version() {
        return info.version();
    }

    @Override
    public RedisKind kind() {
        return RedisKind.GIVEN;
    }

    @Override
    public String description() {
        return "given " + info.name() + " " + info.version() + " " + target.where();
    }

    @Override
    public OptionalLong processId() {
        return OptionalLong.empty();
    }

    /** Leaves it running. */
    @Override
    public void close() {}

    @Override
    public String toString() {
        return description();
    }
}
