package dev.multipool.rpc.server.app;

import dev.multipool.redis.LettuceRepositories;
import dev.multipool.redis.provision.RunningRedis;
import dev.multipool.rpc.protocol.FailureText;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.app.operation.Operation;
import dev.multipool.rpc.server.app.tracing.Traces;
import io.netty.channel.EventLoopGroup;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The running application. Closing it stops the parts outermost first: server with its pools, what watches it,
 * repositories, event loops, traces, Redis.
 */
public final class UserService implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(UserService.class);
    private static final int LOOP_STOP_SECONDS = 5;

    private final RunningRedis redis;
    private final LettuceRepositories repositories;
    private final RpcServer server;
    private final EventLoopGroup loops;
    private final Operation operation;
    private final Traces traces;

    UserService(
            RunningRedis redis,
            LettuceRepositories repositories,
            RpcServer server,
            EventLoopGroup loops,
            Operation operation,
            Traces traces) {
        this.redis = redis;
        this.repositories = repositories;
        this.server = server;
        this.loops = loops;
        this.operation = operation;
        this.traces = traces;
    }

    public RpcServer server() {
        return server;
    }

    /** Where the admin port is; empty when there is none. */
    public Optional<InetSocketAddress> adminAddress() {
        return operation.adminAddress();
    }

    public RunningRedis redis() {
        return redis;
    }

    /** Each part is closed, whatever the closing of another throws. */
    @Override
    public void close() {
        close("server", server::close);
        close("operation", operation::close);
        close("redis connections", repositories::close);
        log.info("redis connections closed");
        close("event loops", () -> end(loops));
        close("traces", traces::close);
        close("redis", redis::close);
        log.info("redis closed");
    }

    private static void close(String part, Runnable closing) {
        try {
            closing.run();
        } catch (Throwable t) {
            log.warn("{} can't be closed: {}", part, FailureText.of(t));
        }
    }

    static void end(EventLoopGroup loops) {
        loops.shutdownGracefully(0, LOOP_STOP_SECONDS, TimeUnit.SECONDS)
                .awaitUninterruptibly(LOOP_STOP_SECONDS, TimeUnit.SECONDS);
    }
}
