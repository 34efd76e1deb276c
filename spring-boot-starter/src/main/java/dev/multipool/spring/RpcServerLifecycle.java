package dev.multipool.spring;

import dev.multipool.rpc.server.RpcServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the server after the beans that its handlers use, and drains it before they stop; before the web server too, so
 * that the actuator tells of the drain until its end.
 */
final class RpcServerLifecycle implements SmartLifecycle {
    /** Above the web server's graceful shutdown, which is 1024 below the default. */
    static final int PHASE = DEFAULT_PHASE - 512;

    private static final Logger log = LoggerFactory.getLogger(RpcServerLifecycle.class);

    private final RpcServer server;

    RpcServerLifecycle(RpcServer server) {
        this.server = server;
    }

    @Override
    public void start() {
        try {
            server.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
        log.info(
                "RPC server listens on {}{}",
                server.address(),
                server.address().getAddress().isLoopbackAddress()
                        ? ": only this machine reaches it; multipool.host=0.0.0.0 opens it to the network"
                        : "");
    }

    /** Blocks for as long as the drain does: what the handlers use is stopped after it. */
    @Override
    public void stop() {
        server.close();
    }

    @Override
    public boolean isRunning() {
        return server.state() == RpcServer.State.RUNNING;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
