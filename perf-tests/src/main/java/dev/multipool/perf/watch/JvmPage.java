package dev.multipool.perf.watch;

import dev.multipool.laboratory.process.ServerLedgers;
import dev.multipool.pools.NanoClock;
import dev.multipool.rpc.server.admin.AdminServer;
import dev.multipool.rpc.server.admin.AdminSettings;
import dev.multipool.rpc.server.app.operation.AdvicePage;
import dev.multipool.rpc.server.watch.PoolReport;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Serves the live page of a JVM that has the agent, on loopback. It is the admin port of our own server, with its pages of pools and
 * advice, and its protection.
 *
 * <p><b>Lifecycle</b>: serves from the start; {@link #close} ends it.
 */
public final class JvmPage implements AutoCloseable {
    private final WatchedJvm jvm;
    private final AdminServer admin;

    /**
     * Serves.
     *
     * @param ledgers stays the caller's, who closes it after this
     * @param port 0 for any that is free
     * @param token what changes of sizes need; without one there are none
     * @throws IOException when the port can't be listened on
     * @throws IllegalArgumentException when the token is too short
     */
    public JvmPage(long pid, ServerLedgers ledgers, int port, @Nullable String token)
            throws IOException, InterruptedException {
        AdminSettings settings =
                new AdminSettings(AdminSettings.onLoopback(port).host(), port, token, token != null, false);
        this.jvm = new WatchedJvm(pid, ledgers);
        PoolReport report = new PoolReport(jvm::pools, NanoClock.system());
        this.admin = AdminServer.builder(report, jvm)
                .settings(settings)
                .page(
                        "/advice",
                        "What the model and the formulas say of the pools' sizes",
                        AdvicePage.ofProcess(report, jvm.cores(), jvm::coreLoad))
                .page("/slow", "Tasks that take or took long, with where they were", new SlowTasksPage(jvm))
                .build();
        try {
            admin.start();
        } catch (IOException e) {
            jvm.close();
            throw e;
        }
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return admin.address();
    }

    /** Waits until the JVM answers no more. */
    public void awaitEnd() throws InterruptedException {
        jvm.awaitEnd();
    }

    @Override
    public void close() {
        admin.close();
        jvm.close();
    }
}
