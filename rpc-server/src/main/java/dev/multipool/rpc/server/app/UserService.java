package dev.multipool.rpc.server.app;

import dev.multipool.redis.LettuceRepositories;
import dev.multipool.redis.source.RunningRedis;
import dev.multipool.rpc.server.RpcServer;

/** The running application. Closing it stops the parts outermost first: server with its pools, repositories, Redis. */
public final class UserService implements AutoCloseable {
    private final RunningRedis redis;
    private final LettuceRepositories repositories;
    private final RpcServer server;

    UserService(RunningRedis redis, LettuceRepositories repositories, RpcServer server) {
        this.redis = redis;
        this.repositories = repositories;
        this.server = server;
    }

    public RpcServer server() {
        return server;
    }

    public RunningRedis redis() {
        return redis;
    }

    @Override
    public void close() {
        server.close();
        repositories.close();
        redis.close();
    }
}
