package dev.multipool.redis;

import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.EventLoopGroupProvider;
import io.lettuce.core.resource.NettyCustomizer;
import io.lettuce.core.resource.Transports;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.resolver.dns.DnsAddressResolverGroup;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.DnsNameResolverChannelStrategy;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutorGroup;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** What connections need beside their sockets: above all event loops, their own or somebody else's. */
final class LettuceResources implements AutoCloseable {
    private static final Duration FIRST_RECONNECT_DELAY = Duration.ofMillis(100);
    private static final Duration LONGEST_RECONNECT_DELAY = Duration.ofSeconds(1);
    private static final int COMPUTATION_THREADS = 2;
    /** The fewest that Lettuce takes. */
    private static final int OWN_LOOPS = 2;

    /** Commands that travel in one write at most. */
    private static final int CONSOLIDATED_FLUSHES = 256;

    /** Closed with these resources. Lettuce's own is never closed, and keeps a socket for each event loop that has ended. */
    private final DnsAddressResolverGroup names = new DnsAddressResolverGroup(new DnsNameResolverBuilder()
            .datagramChannelType(Transports.datagramChannelClass())
            .socketChannelType(Transports.socketChannelClass().asSubclass(SocketChannel.class))
            // a socket for each event loop was left open by most loops that ended
            .datagramChannelStrategy(DnsNameResolverChannelStrategy.ChannelPerResolution));

    private final ClientResources own;
    /** Variants of {@code own}: they share all of it but the event loops. */
    private final List<ClientResources> onBorrowedLoops = new CopyOnWriteArrayList<>();

    private final CommandRecorder recorder = new CommandRecorder();
    private final ConnectionCounts counts = new ConnectionCounts();
    private final Customized customized;

    LettuceResources(RedisSettings settings) {
        customized = new Customized(settings.silenceTimeout(), new RedisFailures(settings), counts, new ValueTally());
        own = DefaultClientResources.builder()
                .ioThreadPoolSize(OWN_LOOPS)
                .computationThreadPoolSize(COMPUTATION_THREADS)
                .threadFactoryProvider(LettuceResources::threads)
                .addressResolverGroup(names)
                .commandLatencyRecorder(settings.measureCommands() ? recorder : CommandLatencyRecorder.disabled())
                .nettyCustomizer(customized)
                .reconnectDelay(
                        Delay.exponential(FIRST_RECONNECT_DELAY, LONGEST_RECONNECT_DELAY, 2, TimeUnit.MILLISECONDS))
                .build();
    }

    /** For connections on event loops of their own; their threads start with the first of them. */
    ClientResources onOwnLoops() {
        return own;
    }

    /** Event loops that end with these resources. */
    EventLoopGroup ownLoops() {
        return own.eventLoopGroupProvider().allocate(Transports.eventLoopGroupClass());
    }

    /**
     * For a connection on this event loop, which stays its owner's.
     *
     * @param values told about what comes over the connection
     */
    ClientResources on(EventLoop loop, ValueTally values) {
        ClientResources variant = own.mutate()
                .eventLoopGroupProvider(new BorrowedLoop(loop))
                .nettyCustomizer(customized.with(values))
                .build();
        onBorrowedLoops.add(variant);
        return variant;
    }

    /** What all connections record to. */
    CommandRecorder recorder() {
        return recorder;
    }

    /** What became of all connections. */
    ConnectionCounts counts() {
        return counts;
    }

    @Override
    public void close() {
        names.close();
        onBorrowedLoops.forEach(BoundedShutdown::shutDown);
        BoundedShutdown.shutDown(own);
    }

    /** Lettuce asks with its own names, such as {@code lettuce-nioEventLoop}; ours say whose threads they are. */
    private static ThreadFactory threads(String pool) {
        String name = pool.endsWith("EventLoop") ? "redis-io" : pool.replace("lettuce-", "redis-");
        return new DefaultThreadFactory(name, true);
    }

    /**
     * Commands that are given while the event loop is busy travel in one write: Lettuce flushes after each, which costs
     * a system call each. And a channel on which Redis is silent is closed.
     */
    private record Customized(Duration silence, RedisFailures failures, ConnectionCounts counts, ValueTally values)
            implements NettyCustomizer {
        Customized with(ValueTally other) {
            return new Customized(silence, failures, counts, other);
        }

        @Override
        public void afterChannelInitialized(Channel channel) {
            channel.pipeline().addFirst(new FlushConsolidationHandler(CONSOLIDATED_FLUSHES, true));
            SilenceGuard.over(channel, silence, failures, counts, values);
        }
    }

    /** Gives one event loop to whoever asks, and never ends it. */
    private record BorrowedLoop(EventLoop loop) implements EventLoopGroupProvider {
        @Override
        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"
        }) // Lettuce's; it uses no more than EventLoopGroup
        public <T extends EventLoopGroup> T allocate(Class<T> type) {
            return (T) loop;
        }

        @Override
        public int threadPoolSize() {
            return 1;
        }

        @Override
        public Future<Boolean> release(EventExecutorGroup group, long quietPeriod, long timeout, TimeUnit unit) {
            return ImmediateEventExecutor.INSTANCE.newSucceededFuture(true);
        }

        @Override
        public Future<Boolean> shutdown(long quietPeriod, long timeout, TimeUnit unit) {
            return ImmediateEventExecutor.INSTANCE.newSucceededFuture(true);
        }
    }
}
