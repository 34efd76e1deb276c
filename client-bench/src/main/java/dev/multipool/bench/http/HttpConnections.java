package dev.multipool.bench.http;

import dev.multipool.bench.call.Connections;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.rpc.protocol.transport.Transport;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.ToLongFunction;

/** The pools of one run: one for each user of a closed loop, one for each event loop of an open loop. */
final class HttpConnections implements Connections {
    private static final int CONNECT_MILLIS = 5_000;
    private static final long CLOSE_SECONDS = 5;

    private final EventLoopGroup eventLoops;
    private final List<HttpPool> pools = new ArrayList<>();
    private final List<Traffic> traffic = new ArrayList<>();

    private HttpConnections(EventLoopGroup eventLoops) {
        this.eventLoops = eventLoops;
    }

    static HttpConnections open(LoadPlan plan, int threads, Transport transport, HttpPool.Shared shared) {
        InetSocketAddress address = resolve(plan);
        HttpConnections connections = new HttpConnections(transport.newEventLoops(threads, "http-client", true));
        Bootstrap bootstrap = new Bootstrap()
                .channel(transport.clientChannel())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
                .remoteAddress(address);
        try {
            connections.connect(plan, threads, shared, bootstrap);
            return connections;
        } catch (Throwable t) {
            connections.close();
            throw t;
        }
    }

    private static InetSocketAddress resolve(LoadPlan plan) {
        try {
            return new InetSocketAddress(InetAddress.getByName(plan.host()), plan.port());
        } catch (UnknownHostException e) {
            throw unreachable(plan, "no such host", e);
        }
    }

    private void connect(LoadPlan plan, int threads, HttpPool.Shared shared, Bootstrap bootstrap) {
        List<EventLoop> loops = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            loops.add(eventLoops.next());
            traffic.add(new Traffic());
        }
        int count = plan.load() instanceof LoadModel.ClosedLoop ? plan.connections() : threads;
        for (int i = 0; i < count; i++) {
            pools.add(new HttpPool(loops.get(i % threads), shared, traffic.get(i % threads), bootstrap));
        }
        // of connections that carry one request each, one tells whether the server is there
        int first = shared.keptAlive() ? plan.connections() : 1;
        List<CompletableFuture<Void>> opened = new ArrayList<>();
        for (int i = 0; i < first; i++) {
            opened.add(pools.get(i % count).openOne());
        }
        try {
            CompletableFuture.allOf(opened.toArray(CompletableFuture[]::new))
                    .get(CONNECT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw unreachable(plan, String.valueOf(cause.getMessage()), cause);
        } catch (TimeoutException e) {
            throw unreachable(plan, "not connected within " + CONNECT_MILLIS + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unreachable(plan, "interrupted", e);
        }
    }

    private static UncheckedIOException unreachable(LoadPlan plan, String why, Throwable cause) {
        String text = plan.host() + ":" + plan.port() + " can't be reached: " + why;
        return new UncheckedIOException(text, new IOException(text, cause));
    }

    @Override
    public List<HttpPool> all() {
        return List.copyOf(pools);
    }

    @Override
    public long pendingCalls() {
        return sum(Traffic::pendingCalls);
    }

    @Override
    public long sentBytes() {
        return sum(Traffic::sentBytes);
    }

    @Override
    public long receivedBytes() {
        return sum(Traffic::receivedBytes);
    }

    private long sum(ToLongFunction<Traffic> part) {
        return traffic.stream().mapToLong(part).sum();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the termination future is waited for
    public void close() {
        for (HttpPool pool : pools) {
            try {
                pool.eventLoop().execute(pool::close);
            } catch (RejectedExecutionException e) {
                // closed before
                return;
            }
        }
        eventLoops.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS);
        boolean interrupted = Thread.interrupted();
        try {
            eventLoops.terminationFuture().await(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
