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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
 * <p><b>Lifecycle</b>: connected to one server or more when {@link BalancedClientBuilder#build} returns; the others follow
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
@SuppressWarnings("FutureReturnValueIgnored") // close() waits for the termination future
public final class BalancedClient implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BalancedClient.class);
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

    BalancedClient(BalancedClientBuilder builder) {
        // a directory of somebody else's is asked for its name once, where it can do no harm to a call
        this.directory = builder.directory().toString();
        this.budget = builder.budget(ticker);
        ServerSet.Settings setSettings = builder.setSettings();
        RpcClientSettings.PerServer perServer = builder.perServer();
        this.eventLoops = perServer.newEventLoops();
        this.patrol = new Patrol(perServer.template().connecting());
        this.servers = new ServerSet(
                address -> new RpcLink(perServer.to(address), eventLoops, patrol, () -> firstConnection.complete(null)),
                (task, delay) -> eventLoops.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS),
                setSettings,
                ticker);
        this.watch = watch(builder.directory());
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
    public static BalancedClientBuilder builder(RpcClientBuilder each) {
        return new BalancedClientBuilder(each);
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
        eventLoops.shutdownGracefully(0, CLOSE_BOUND.toNanos(), TimeUnit.NANOSECONDS);
        if (BlockingWait.isOn(eventLoops)) {
            return;
        }
        try {
            if (!eventLoops.terminationFuture().await(CLOSE_BOUND.toNanos(), TimeUnit.NANOSECONDS)) {
                log.warn("the client of {} did not end within {}", directory, CLOSE_BOUND);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
