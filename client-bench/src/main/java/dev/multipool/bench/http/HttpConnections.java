package dev.multipool.bench.http;

import dev.multipool.bench.call.Connections;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.socket.Address;
import dev.multipool.bench.socket.EventLoops;
import dev.multipool.bench.socket.Traffic;
import dev.multipool.rpc.protocol.transport.Transport;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.net.InetSocketAddress;
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

    private final EventLoopGroup eventLoops;
    private final List<HttpPool> pools = new ArrayList<>();
    private final List<Traffic> traffic = new ArrayList<>();

    private HttpConnections(EventLoopGroup eventLoops) {
        this.eventLoops = eventLoops;
    }

    static HttpConnections open(LoadPlan plan, int threads, Transport transport, HttpPool.Shared shared) {
        InetSocketAddress address = Address.resolve(plan);
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
            throw Address.unreachable(plan, String.valueOf(cause.getMessage()), cause);
        } catch (TimeoutException e) {
            throw Address.unreachable(plan, "not connected within " + CONNECT_MILLIS + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Address.unreachable(plan, "interrupted", e);
        }
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
    public void close() {
        for (HttpPool pool : pools) {
            try {
                pool.eventLoop().execute(pool::close);
            } catch (RejectedExecutionException e) {
                // closed before
                return;
            }
        }
        EventLoops.end(eventLoops);
    }
}
