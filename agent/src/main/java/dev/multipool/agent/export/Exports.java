package dev.multipool.agent.export;

import dev.multipool.pools.ManagedPool;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.PoolManagement;
import dev.multipool.pools.PoolWindows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the agent tells beside JMX, if asked. It reads the pools by their MBeans.
 *
 * <p><b>Lifecycle:</b> at work once it is made, until {@link #close}.
 */
public final class Exports implements AutoCloseable {

    private final Consumer<String> say;
    private final AtomicBoolean hasFailed = new AtomicBoolean();
    private final List<AutoCloseable> running = new ArrayList<>();

    /**
     * Begins. What can't begin is told, and left out.
     *
     * @param metrics where Prometheus' text is served, or null for nowhere
     * @param jfr whether events are made
     * @param say is told what goes wrong
     */
    public Exports(@Nullable InetSocketAddress metrics, boolean jfr, Consumer<String> say) {
        this.say = say;
        if (metrics != null) {
            begin(() -> {
                PoolWindows windows = new PoolWindows(Exports::pools, NanoClock.system());
                PrometheusText text = new PrometheusText(windows);
                MetricsPort port = new MetricsPort(metrics, () -> text.of(pools()), this::failed);
                say.accept("metrics on http://" + metrics.getHostString() + ":" + port.port() + "/metrics");
                return port;
            });
        }
        if (jfr) {
            begin(() -> new JfrEvents(Exports::pools, this::failed));
        }
    }

    private void begin(Beginning beginning) {
        try {
            running.add(beginning.begin());
        } catch (IOException | RuntimeException | LinkageError e) {
            say.accept("no export: " + e);
        }
    }

    /** Begins one of them. */
    private interface Beginning {
        AutoCloseable begin() throws IOException;
    }

    private static List<ManagedPool> pools() {
        try {
            return PoolManagement.pools(ManagementFactory.getPlatformMBeanServer());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void failed(Throwable e) {
        if (hasFailed.compareAndSet(false, true)) {
            say.accept("an export failed: " + e);
        }
    }

    @Override
    public void close() {
        for (AutoCloseable each : running) {
            try {
                each.close();
            } catch (Exception | LinkageError e) {
                failed(e);
            }
        }
        running.clear();
    }
}
