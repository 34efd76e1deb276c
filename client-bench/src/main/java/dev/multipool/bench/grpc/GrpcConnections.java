package dev.multipool.bench.grpc;

import dev.multipool.bench.call.Connections;
import dev.multipool.bench.message.DescribedRequest;
import dev.multipool.bench.message.Schema;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.plan.MethodCalls;
import dev.multipool.bench.socket.Address;
import dev.multipool.bench.socket.EventLoops;
import dev.multipool.bench.socket.Traffic;
import dev.multipool.bench.socket.TrustAll;
import dev.multipool.bench.template.ValueSource;
import dev.multipool.pools.NanoClock;
import dev.multipool.rpc.protocol.transport.Transport;
import io.grpc.ManagedChannel;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NegotiationType;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ReflectiveChannelFactory;
import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The connections of one run: a channel of grpc-java each, whose calls and timers run on one event loop. */
final class GrpcConnections implements Connections {
    private static final long CONNECT_MILLIS = 5_000;
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** An answer may hold so many bytes. */
    private static final int MAX_ANSWER_BYTES = 16 << 20;

    private final EventLoopGroup eventLoops;
    private final List<ManagedChannel> channels = new ArrayList<>();
    private final List<Traffic> traffic = new ArrayList<>();
    private final List<GrpcConnection> connections = new ArrayList<>();

    private GrpcConnections(EventLoopGroup eventLoops) {
        this.eventLoops = eventLoops;
    }

    static GrpcConnections open(LoadPlan plan, MethodCalls calls, int threads, Transport transport) {
        InetSocketAddress address = Address.resolve(plan);
        GrpcConnections all = new GrpcConnections(transport.newEventLoops(threads, "grpc-client", true));
        try {
            List<EventLoop> loops = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                loops.add(all.eventLoops.next());
                all.traffic.add(new Traffic());
            }
            SslContext tls = calls.tls() ? TrustAll.client(GrpcSslContexts::configure) : null;
            for (int i = 0; i < plan.connections(); i++) {
                all.channels.add(
                        channel(plan, address, loops.get(i % threads), all.traffic.get(i % threads), transport, tls));
            }
            all.connect(plan);
            all.describe(plan, calls, loops);
            return all;
        } catch (Throwable t) {
            all.close();
            throw t;
        }
    }

    private static ManagedChannel channel(
            LoadPlan plan,
            InetSocketAddress address,
            EventLoop eventLoop,
            Traffic traffic,
            Transport transport,
            @Nullable SslContext tls) {
        ReflectiveChannelFactory<? extends Channel> channels =
                new ReflectiveChannelFactory<>(transport.clientChannel());
        return NettyChannelBuilder.forAddress(address)
                .overrideAuthority(Address.authority(plan, tls != null))
                .eventLoopGroup(eventLoop)
                .channelFactory(() -> {
                    Channel made = channels.newChannel();
                    // next to the socket: it counts what goes over the wire
                    made.pipeline().addFirst(traffic);
                    return made;
                })
                // its calls end on the event loop
                .directExecutor()
                // a call that is tried again unseen would be a slow one that went well
                .disableRetry()
                .disableServiceConfigLookUp()
                .proxyDetector(target -> null)
                .maxInboundMessageSize(MAX_ANSWER_BYTES)
                .negotiationType(tls == null ? NegotiationType.PLAINTEXT : NegotiationType.TLS)
                .sslContext(tls)
                .build();
    }

    private void connect(LoadPlan plan) {
        long deadlineNanos = NanoClock.system().nanoTime() + TimeUnit.MILLISECONDS.toNanos(CONNECT_MILLIS);
        List<ChannelOpening> opening = channels.stream().map(ChannelOpening::of).toList();
        for (ChannelOpening each : opening) {
            each.await(plan, deadlineNanos);
        }
    }

    private void describe(LoadPlan plan, MethodCalls calls, List<EventLoop> loops) {
        String descriptors = calls.descriptors();
        Schema schema = descriptors != null
                ? Schema.decode(descriptors)
                : Reflection.of(channels.get(0), calls, plan.timing().callTimeout());
        List<ValueSource.Texts> values =
                calls.values().values().stream().map(ValueSource.Texts::of).toList();
        List<String> names = List.copyOf(calls.values().keySet());
        List<GrpcRequest> requests = DescribedRequest.of(calls, schema).stream()
                .map(each -> GrpcRequest.of(each, names))
                .toList();
        for (int i = 0; i < channels.size(); i++) {
            int loop = i % loops.size();
            connections.add(new GrpcConnection(
                    new GrpcChannel(channels.get(i), loops.get(loop), traffic.get(loop)), requests, values));
        }
    }

    @Override
    public List<GrpcConnection> all() {
        return List.copyOf(connections);
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
        for (GrpcConnection connection : connections) {
            try {
                connection.eventLoop().execute(connection.channel()::close);
            } catch (RejectedExecutionException e) {
                // closed before
                return;
            }
        }
        channels.forEach(ManagedChannel::shutdownNow);
        long deadlineNanos = NanoClock.system().nanoTime() + CLOSE_NANOS;
        boolean interrupted = Thread.interrupted();
        for (ManagedChannel channel : channels) {
            try {
                // it also waits for the calls that it ends
                channel.awaitTermination(
                        Math.max(0, deadlineNanos - NanoClock.system().nanoTime()), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        EventLoops.end(eventLoops);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
