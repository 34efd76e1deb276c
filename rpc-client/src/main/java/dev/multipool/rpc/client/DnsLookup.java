package dev.multipool.rpc.client;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks a name up each time it runs, and tells the servers behind it when they changed. Runs on one thread. */
final class DnsLookup implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(DnsLookup.class);

    private final ServerAddress name;
    private final HostResolver resolver;
    private final Consumer<List<ServerAddress>> listener;
    private List<ServerAddress> known = List.of();
    private boolean failing;

    /** All addresses of a host. */
    @FunctionalInterface
    interface HostResolver {
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    DnsLookup(ServerAddress name, HostResolver resolver, Consumer<List<ServerAddress>> listener) {
        this.name = name;
        this.resolver = resolver;
        this.listener = listener;
    }

    /**
     * Looks the name up now and after each pause. A lookup blocks, so it has a thread, {@code rpc-client-dns}.
     *
     * @return the thread, which goes on until it is shut down
     */
    @SuppressWarnings("FutureReturnValueIgnored") // a lookup tells its failures itself
    static ScheduledExecutorService startEvery(
            Duration pause, ServerAddress name, Consumer<List<ServerAddress>> listener) {
        ScheduledExecutorService thread =
                Executors.newSingleThreadScheduledExecutor(new DefaultThreadFactory("rpc-client-dns", true));
        DnsLookup lookup = new DnsLookup(name, InetAddress::getAllByName, listener);
        thread.scheduleWithFixedDelay(lookup, 0, pause.toNanos(), TimeUnit.NANOSECONDS);
        return thread;
    }

    /** One look; throws nothing, since that would end the lookups for good. */
    @Override
    public void run() {
        try {
            look();
        } catch (Throwable t) {
            // it is the log that fails, or what failed does not let itself be printed
            failing = true;
        }
    }

    private void look() {
        try {
            tell(Arrays.stream(resolver.resolve(name.host()))
                    .map(InetAddress::getHostAddress)
                    .sorted()
                    .distinct()
                    .map(address -> new ServerAddress(address, name.port(), name.certificateName()))
                    .toList());
        } catch (UnknownHostException e) {
            onNothing("unknown host");
        } catch (Throwable t) {
            onNothing(t.getClass().getName());
            log.debug("cannot resolve {}", name.host(), t);
        }
    }

    private void tell(List<ServerAddress> found) {
        if (found.isEmpty()) {
            onNothing("no addresses");
            return;
        }
        failing = false;
        if (!found.equals(known)) {
            listener.accept(found);
            known = found;
        }
    }

    private void onNothing(String reason) {
        if (!failing) {
            log.warn("cannot resolve {}: {}; keeps {}", name.host(), reason, known);
        }
        failing = true;
    }
}
