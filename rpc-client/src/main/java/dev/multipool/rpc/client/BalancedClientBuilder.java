package dev.multipool.rpc.client;

import dev.multipool.rpc.protocol.RpcException;
import io.netty.util.concurrent.Ticker;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Collects the settings of a client of several servers. Only {@link #servers} has no default. */
public final class BalancedClientBuilder {
    private final RpcClientBuilder each;
    private @Nullable ServerDirectory directory;
    private EjectionSettings ejection = new EjectionSettings(5, Duration.ofSeconds(1), Duration.ofSeconds(30));
    private double retriesPerCall = 0.2;
    private int retriesPerSecond = 10;
    private Duration drainBound = Duration.ofSeconds(30);
    private int maxServers = 100;
    private long seed = ThreadLocalRandom.current().nextLong();

    BalancedClientBuilder(RpcClientBuilder each) {
        this.each = each;
    }

    /** Who names the servers. */
    public BalancedClientBuilder servers(ServerDirectory directory) {
        this.directory = directory;
        return this;
    }

    /**
     * When a server that fails gets no calls, and for how long: after 5 failures in a row, at first 1 s, then twice as long
     * each time up to 30 s, by default.
     *
     * @param failuresInARow 1 or more; what counts is a broken connection, an answer that did not come in time or can't be
     *     read, and EINTERNAL
     * @param first the first time
     * @param longest where the doubling ends
     * @throws IllegalArgumentException when one is out of bounds
     */
    public BalancedClientBuilder ejection(int failuresInARow, Duration first, Duration longest) {
        this.ejection = new EjectionSettings(failuresInARow, first, longest);
        return this;
    }

    /**
     * How many calls may be sent again: a share of all calls, 0.2 by default, and a few each second besides, 10 by default.
     * What is not used is kept, up to 1,000 calls. 0 and 0: none is.
     */
    public BalancedClientBuilder retryBudget(double perCall, int perSecond) {
        this.retriesPerCall = perCall;
        this.retriesPerSecond = perSecond;
        return this;
    }

    /** How long calls in flight may take at a server that the directory no longer names; 30 s by default. */
    public BalancedClientBuilder drainBound(Duration drainBound) {
        this.drainBound = drainBound;
        return this;
    }

    /** How many servers are used, if the directory names more, which ones by chance; 100 by default. */
    public BalancedClientBuilder maxServers(int maxServers) {
        this.maxServers = maxServers;
        return this;
    }

    /** Makes what is left to chance repeatable; random by default. */
    public BalancedClientBuilder seed(long seed) {
        this.seed = seed;
        return this;
    }

    ServerDirectory directory() {
        if (directory == null) {
            throw new IllegalArgumentException("servers: none (expected: a ServerDirectory)");
        }
        return directory;
    }

    RetryBudget budget(Ticker ticker) {
        return new RetryBudget(retriesPerCall, retriesPerSecond, ticker);
    }

    ServerSet.Settings setSettings() {
        return new ServerSet.Settings(ejection, drainBound, maxServers, seed);
    }

    RpcClientSettings.PerServer perServer() {
        return each.perServer();
    }

    /**
     * Connects. One server or more is connected when it returns.
     *
     * @throws IllegalArgumentException when a setting is out of bounds
     * @throws dev.multipool.rpc.protocol.tls.TlsException when the files of TLS do not hold what they should
     * @throws RpcException with EFAILEDSOCKET when no server is connected within the time to connect
     */
    public BalancedClient build() {
        BalancedClient client = new BalancedClient(this);
        try {
            client.awaitConnection(each.connectTimeout());
            return client;
        } catch (Throwable t) {
            client.close();
            throw t;
        }
    }
}
