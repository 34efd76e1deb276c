package dev.multipool.rpc.client;

import com.google.protobuf.Message;
import dev.multipool.rpc.client.ServerDirectory.Watch;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.protocol.RpcMethod;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Calls any of several servers that serve the same: those that a {@link ServerDirectory} names, each over connections of
 * its own.
 *
 * <p>A call goes to the server with the fewest calls of this client in flight. A call that was surely not executed ({@link
 * RpcException#isNotExecuted}: its server stops, or the call never left) is sent to another one within the same deadline,
 * to each server once at most, as long as the budget for that lasts. Every other failure goes to the caller: a call that
 * may have been executed is never sent again. A server whose calls fail one after the other is ejected for a while, a
 * server that stops is left alone until a connection to it is made anew, a server that the directory no longer names is
 * drained.
 *
 * <pre>{@code
 * BalancedClient client = BalancedClient.builder(RpcClient.builder().connections(2))
 *         .servers(ServerDirectory.ofDns("multipool-server", 8000, Duration.ofSeconds(10)))
 *         .build();
 * client.call(FIND_USER_INFO, request, Duration.ofMillis(200)).thenAccept(...);
 * }</pre>
 *
 * <p><b>Threads</b>: safe for all. A call completes on an event loop, or, refused at the door, before {@link #call} returns;
 * completions must not block. All servers share the event loops ({@code rpc-client-*}); a DNS directory adds one thread.
 *
 * <p><b>Lifecycle</b>: connected to one server or more when {@link Builder#build} returns; the others follow
 * by themselves. {@link #close()} fails what is pending and ends the threads.
 *
 * <p><b>Invariants</b>:
 *
 * <ol>
 *   <li>each call ends once, at the latest with its deadline, and is under way at one server at a time;
 *   <li>when all calls have ended, no server has any in flight;
 *   <li>at most half of the servers are ejected, and never the last one that is connected.
 * </ol>
 */
@SuppressWarnings("FutureReturnValueIgnored") // what is scheduled tells its failures itself
public final class BalancedClient implements AutoCloseable {
    private static final Duration CLOSE_BOUND = Duration.ofSeconds(5);

    private final String directory;
    private final EventLoopGroup eventLoops;
    private final Patrol patrol;
    private final RetryBudget budget;
    private final Ticker ticker = Ticker.systemTicker();
    private final ServerSet servers;
    private final CompletableFuture<Void> firstConnection = new CompletableFuture<>();
    private final Watch watch;
    private volatile boolean closed;

    private BalancedClient(Builder builder) {
        if (builder.directory == null) {
            throw new IllegalArgumentException("servers: none (expected: a ServerDirectory)");
        }
        // a directory of somebody else's is asked for its name once, where it can do no harm to a call
        this.directory = builder.directory.toString();
        this.budget = new RetryBudget(builder.retriesPerCall, builder.retriesPerSecond, ticker);
        ServerSet.Settings setSettings =
                new ServerSet.Settings(builder.ejection, builder.drainBound, builder.maxServers, builder.seed);
        RpcClientSettings.PerServer perServer = builder.each.perServer();
        this.eventLoops = perServer.newEventLoops();
        this.patrol = new Patrol(perServer.template().connecting());
        this.servers = new ServerSet(
                address -> link(perServer.to(address)),
                (task, delay) -> eventLoops.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS),
                setSettings,
                ticker);
        this.watch = watch(builder.directory);
    }

    private RpcLink link(RpcClientSettings settings) {
        RpcLink link = new RpcLink(settings, eventLoops, patrol);
        link.connectInBackground(() -> firstConnection.complete(null));
        return link;
    }

    private Watch watch(ServerDirectory servedBy) {
        try {
            patrol.start();
            Watch watching = servedBy.watch(servers::update);
            if (watching == null) {
                throw new IllegalArgumentException(directory + ": watch returned null (expected: a watch)");
            }
            return watching;
        } catch (Throwable t) {
            end();
            throw t;
        }
    }

    /**
     * Starts here.
     *
     * @param each what the connections to each server are like; it names no target, and its bound on pending calls holds
     *     for each server
     */
    public static Builder builder(RpcClient.Builder each) {
        return new Builder(each);
    }

    void awaitConnection(Duration bound) {
        try {
            firstConnection.get(bound.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw cannotConnect("within " + bound);
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw cannotConnect("before the interrupt");
        }
    }

    private RpcException cannotConnect(String when) {
        return new RpcException(
                RpcErrorCode.EFAILEDSOCKET,
                "no connection to any server of " + directory + " " + when + " ("
                        + servers.views().size() + " known)");
    }

    /**
     * Sends one call, to the server with the fewest in flight or, when that one surely did not execute it, another.
     *
     * @param timeout of the call as a whole; see {@link RpcChannel#call}
     * @return the answer, or the failure at the server that was tried last
     * @throws IllegalArgumentException when the timeout is out of bounds
     */
    public <Q extends Message, R extends Message> CompletableFuture<R> call(
            RpcMethod<Q, R> method, Q request, Duration timeout) {
        return send((link, remaining) -> link.call(method, request, remaining), timeout);
    }

    /** Sends one call with an attachment, as {@link #call} does. */
    public <Q extends Message, R extends Message> CompletableFuture<Attached<R>> callAttached(
            RpcMethod<Q, R> method, Attached<Q> request, Duration timeout) {
        return send((link, remaining) -> link.callAttached(method, request, remaining), timeout);
    }

    private <T> CompletableFuture<T> send(BalancedCall.Sending<T> sending, Duration timeout) {
        long timeoutNanos = CallTimeout.toNanos("timeout", timeout);
        if (closed) {
            return CompletableFuture.failedFuture(
                    RpcException.notSent(RpcErrorCode.ECLOSE, "the client of " + directory + " is closed"));
        }
        BalancedCall<T> call = new BalancedCall<>(servers, budget, ticker, sending, timeoutNanos);
        call.start(directory);
        return call;
    }

    /**
     * Sends one call and waits for its end.
     *
     * @throws RpcException when the call failed
     * @throws InterruptedException when the caller was interrupted; the call is cancelled, the flag stays set
     * @throws IllegalStateException on one of this client's own event loops, where it would wait for itself
     */
    public <Q extends Message, R extends Message> R callBlocking(RpcMethod<Q, R> method, Q request, Duration timeout)
            throws InterruptedException {
        return BlockingWait.await(eventLoops, method, timeout, () -> call(method, request, timeout));
    }

    /** The servers that the directory named last, in its order, at this moment. */
    public List<ServerView> servers() {
        return servers.views();
    }

    /** Servers that the directory no longer names and whose calls have not ended. */
    public int drainingServers() {
        return servers.draining();
    }

    /** Calls sent again so far, each time counted. */
    public long retries() {
        return budget.retries();
    }

    /** Calls that were not sent again, so far, because the budget for that was used up. */
    public long deniedRetries() {
        return budget.denied();
    }

    /**
     * Fails pending calls with ECLOSE, closes all connections and ends the threads. Idempotent. Waits at most 5 s, and not
     * at all on one of the client's own event loops.
     */
    @Override
    public void close() {
        closed = true;
        try {
            watch.close();
        } finally {
            end();
        }
    }

    private void end() {
        servers.close();
        patrol.close();
        EventLoopShutdown.shutDown(eventLoops, CLOSE_BOUND, directory);
    }

    /** Collects the settings of a client of several servers. Only {@link #servers} has no default. */
    public static final class Builder {
        private final RpcClient.Builder each;
        private @Nullable ServerDirectory directory;
        private EjectionSettings ejection = new EjectionSettings(5, Duration.ofSeconds(1), Duration.ofSeconds(30));
        private double retriesPerCall = 0.2;
        private int retriesPerSecond = 10;
        private Duration drainBound = Duration.ofSeconds(30);
        private int maxServers = 100;
        private long seed = ThreadLocalRandom.current().nextLong();

        private Builder(RpcClient.Builder each) {
            this.each = each;
        }

        /** Who names the servers. */
        public Builder servers(ServerDirectory directory) {
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
        public Builder ejection(int failuresInARow, Duration first, Duration longest) {
            this.ejection = new EjectionSettings(failuresInARow, first, longest);
            return this;
        }

        /**
         * How many calls may be sent again: a share of all calls, 0.2 by default, and a few each second besides, 10 by default.
         * What is not used is kept, up to 1,000 calls. 0 and 0: none is.
         */
        public Builder retryBudget(double perCall, int perSecond) {
            this.retriesPerCall = perCall;
            this.retriesPerSecond = perSecond;
            return this;
        }

        /** How long calls in flight may take at a server that the directory no longer names; 30 s by default. */
        public Builder drainBound(Duration drainBound) {
            this.drainBound = drainBound;
            return this;
        }

        /** How many servers are used, if the directory names more, which ones by chance; 100 by default. */
        public Builder maxServers(int maxServers) {
            this.maxServers = maxServers;
            return this;
        }

        /** Makes what is left to chance repeatable; random by default. */
        public Builder seed(long seed) {
            this.seed = seed;
            return this;
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
}
