package dev.multipool.bench.http;

import dev.multipool.bench.call.Connections;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.socket.Address;
import dev.multipool.bench.socket.EventLoops;
import dev.multipool.bench.socket.Traffic;
import dev.multipool.rpc.protocol.transport.Transport;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.ToLongFunction;

/** All that the calls of one run go over. */
final class HttpConnections implements Connections {
    static final int CONNECT_MILLIS = 5_000;

    private final EventLoopGroup eventLoops;
    private final List<HttpSender<?>> senders = new ArrayList<>();
    private final List<Traffic> traffic = new ArrayList<>();

    /**
     * What is opened.
     *
     * @param senders how many
     * @param first so many connections are up before the load begins
     * @param maker of a sender
     */
    record Opening(int senders, int first, Maker maker) {}

    /** Makes a sender on an event loop. */
    interface Maker {
        HttpSender<?> make(EventLoop eventLoop, Traffic traffic, Bootstrap bootstrap);
    }

    private HttpConnections(EventLoopGroup eventLoops) {
        this.eventLoops = eventLoops;
    }

    static HttpConnections open(LoadPlan plan, int threads, Transport transport, Opening opening) {
        InetSocketAddress address = Address.resolve(plan);
        HttpConnections connections = new HttpConnections(transport.newEventLoops(threads, "http-client", true));
        Bootstrap bootstrap = new Bootstrap()
                .channel(transport.clientChannel())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
                .remoteAddress(address);
        try {
            connections.connect(plan, threads, opening, bootstrap);
            return connections;
        } catch (Throwable t) {
            connections.close();
            throw t;
        }
    }

    private void connect(LoadPlan plan, int threads, Opening opening, Bootstrap bootstrap) {
        List<EventLoop> loops = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            loops.add(eventLoops.next());
            traffic.add(new Traffic());
        }
        for (int i = 0; i < opening.senders(); i++) {
            senders.add(opening.maker().make(loops.get(i % threads), traffic.get(i % threads), bootstrap));
        }
        List<CompletableFuture<Void>> opened = new ArrayList<>();
        for (int i = 0; i < opening.first(); i++) {
            opened.add(senders.get(i % opening.senders()).openOne());
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
    public List<HttpSender<?>> all() {
        return List.copyOf(senders);
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
        List<Future<?>> closing = new ArrayList<>();
        for (HttpSender<?> sender : senders) {
            try {
                closing.add(sender.eventLoop().submit(sender::close));
            } catch (RejectedExecutionException e) {
                // closed before
                return;
            }
        }
        EventLoops.end(eventLoops, closing);
    }
}
