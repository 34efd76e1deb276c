package dev.multipool.rpc.server.app;

import dev.multipool.redis.LettuceUserInfoRepository;
import dev.multipool.redis.source.RunningRedis;
import dev.multipool.rpc.server.RpcServer;

/** The running application. Closing it stops the parts outermost first: server with its pools, repository, Redis. */
public final class UserService implements AutoCloseable {
    private final RunningRedis redis;
    private final LettuceUserInfoRepository repository;
    private final RpcServer server;

    UserService(RunningRedis redis, LettuceUserInfoRepository repository, RpcServer server) {
        this.redis = redis;
        this.repository = repository;
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
        repository.close();
        redis.close();
    }
}
