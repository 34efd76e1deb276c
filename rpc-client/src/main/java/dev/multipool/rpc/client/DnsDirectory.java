package dev.multipool.rpc.client;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The servers behind a name. A lookup blocks, so each watch has a thread, {@code rpc-client-dns}, for all its servers. */
final class DnsDirectory implements ServerDirectory {
    private final ServerAddress name;
    private final Duration refresh;

    DnsDirectory(String host, int port, Duration refresh) {
        this.name = new ServerAddress(host, port);
        this.refresh = refresh;
        if (refresh.compareTo(Duration.ofMillis(1)) < 0) {
            throw new IllegalArgumentException("refresh: " + refresh + " (expected: >= PT0.001S)");
        }
        CallTimeout.toNanos("refresh", refresh);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // a lookup tells its failures itself
    public Watch watch(Consumer<List<ServerAddress>> listener) {
        ScheduledExecutorService thread =
                Executors.newSingleThreadScheduledExecutor(new DefaultThreadFactory("rpc-client-dns", true));
        DnsLookup lookup = new DnsLookup(name, InetAddress::getAllByName, listener);
        thread.scheduleWithFixedDelay(lookup, 0, refresh.toNanos(), TimeUnit.NANOSECONDS);
        return thread::shutdownNow;
    }

    @Override
    public String toString() {
        return "DNS name " + name;
    }
}
