package dev.multipool.redis.source;

import dev.multipool.redis.RedisTarget;
import dev.multipool.redis.provision.RedisKind;
import dev.multipool.redis.provision.RunningRedis;
import dev.multipool.redis.provision.ServerInfo;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;

/** A Redis as its way of starting left it, and how to end it. */
final class StartedRedis implements RunningRedis {
    private final RedisKind kind;
    private final RedisTarget target;
    private final ServerInfo info;
    private final OptionalLong processId;
    private final String description;
    private final Runnable stop;
    private final AtomicBoolean closed = new AtomicBoolean();

    StartedRedis(
            RedisKind kind,
            RedisTarget target,
            ServerInfo info,
            OptionalLong processId,
            String description,
            Runnable stop) {
        this.kind = kind;
        this.target = target;
        this.info = info;
        this.processId = processId;
        this.description = description;
        this.stop = stop;
    }

    /** The same Redis, with the reason added why it is not the one before in order. */
    StartedRedis because(String reason) {
        return new StartedRedis(kind, target, info, processId, description + "; " + reason, stop);
    }

    @Override
    public RedisTarget target() {
        return target;
    }

    @Override
    public String version() {
        return info.version();
    }

    @Override
    public RedisKind kind() {
        return kind;
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public OptionalLong processId() {
        return processId;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            stop.run();
        }
    }

    @Override
    public String toString() {
        return description;
    }
}
