package dev.multipool.rpc.server.app.operation;

import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.PoolManagement;
import dev.multipool.pools.ThreadActivity;
import dev.multipool.pools.ThreadClassifier;
import dev.multipool.redis.LettuceRepositories;
import dev.multipool.rpc.protocol.FailureText;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.admin.AdminAnswer;
import dev.multipool.rpc.server.admin.AdminServer;
import dev.multipool.rpc.server.app.settings.OperationSettings;
import dev.multipool.rpc.server.app.settings.ServerSettings;
import dev.multipool.rpc.server.watch.BundleSettings;
import dev.multipool.rpc.server.watch.ExhaustionWatch;
import dev.multipool.rpc.server.watch.ServerReport;
import dev.multipool.rpc.server.watch.ThreadDump;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that watches one running service.
 *
 * <p><b>Lifecycle</b>: {@link #start} after the server's own start. It is closed after the server, so that the admin port
 * tells of a drain until its end.
 */
public final class Operation implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Operation.class);

    /** Whoever waits in these classes waits for a dependency, though the JDK's frames look like a join. */
    private static final ThreadClassifier CLASSIFIER = ThreadClassifier.standard()
            .with("dev.multipool.redis.", ThreadActivity.IO)
            .with("io.lettuce.core.", ThreadActivity.IO)
            .with("dev.multipool.rpc.server.app.mock.", ThreadActivity.IO);

    private final List<AutoCloseable> started = new ArrayList<>();
    private @Nullable AdminServer admin;

    private Operation() {}

    /** The rules of what a thread of the service does, for whoever looks at its stacks. */
    public static ThreadClassifier classifier() {
        return CLASSIFIER;
    }

    /**
     * Starts what the settings ask for.
     *
     * @throws IOException when the admin port can't be listened on; nothing is left running then
     */
    public static Operation start(ServerSettings settings, RpcServer server, LettuceRepositories redis)
            throws IOException {
        Operation operation = new Operation();
        try {
            operation.begin(settings, server, redis);
            return operation;
        } catch (Throwable t) {
            operation.close();
            throw t;
        }
    }

    private void begin(ServerSettings settings, RpcServer server, LettuceRepositories redis) throws IOException {
        for (MeasuredPool pool : server.pools()) {
            started.add(PoolManagement.register(pool));
        }
        NanoClock clock = NanoClock.system();
        ServerReport report = new ServerReport(server, new ThreadDump(CLASSIFIER), clock);
        Configuration configuration = new Configuration(settings.effective(), server);
        OperationSettings own = settings.operation();
        ExhaustionWatch watch = new ExhaustionWatch(
                server,
                report,
                configuration::tree,
                BundleSettings.of(own.bundles().directory(), own.bundles().maxFiles()),
                clock,
                Clock.systemUTC());
        watch.start();
        started.add(watch);
        if (own.admin().isPresent()) {
            Metrics metrics = new Metrics(server, report, redis);
            started.add(metrics);
            AdminServer made = AdminServer.builder(server, report)
                    .settings(own.admin().get())
                    .objective(own.objective())
                    .page("/config", "Every setting and where it came from", request -> {
                        request.requireOnly();
                        return AdminAnswer.tree(configuration.tree());
                    })
                    .page(
                            "/advice",
                            "What the model and the formulas say of the pools' sizes",
                            AdvicePage.ofServer(
                                    report.pools(), Runtime.getRuntime().availableProcessors()))
                    .page("/metrics", "Metrics in Prometheus' format", metrics)
                    .build();
            started.add(made);
            made.start();
            admin = made;
        }
    }

    /** Where the admin port is; empty when there is none. */
    public Optional<InetSocketAddress> adminAddress() {
        return admin == null ? Optional.empty() : Optional.of(admin.address());
    }

    @Override
    public void close() {
        for (int i = started.size() - 1; i >= 0; i--) {
            try {
                started.get(i).close();
            } catch (Throwable t) {
                // the rest, and what is closed after this, must be closed all the same
                log.warn("operation: {} can't be closed: {}", started.get(i), FailureText.of(t));
            }
        }
        started.clear();
    }
}
