package dev.multipool.rpc.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import dev.multipool.item.v1.Item;
import dev.multipool.item.v1.QueryItemsRequest;
import dev.multipool.item.v1.QueryItemsResponse;
import dev.multipool.mock.v1.DelayResponse;
import dev.multipool.rpc.protocol.FrameDecoder;
import dev.multipool.rpc.protocol.FrameEncoder;
import dev.multipool.rpc.protocol.FrameLimits;
import dev.multipool.rpc.protocol.Goodbye;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcFrame;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.meta.RpcResponseMeta;
import dev.multipool.rpc.protocol.tls.Tls;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import dev.multipool.user.v1.UserInfo;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A server of findUserInfo, queryItems and the mock dependency's delay on loopback that does what it is told: each request
 * plays the next enqueued step, or the standing one when none is left. It answers what was asked for until told otherwise.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a scripted write that fails belongs to the script
public final class ScriptedRpcServer implements AutoCloseable {
    /** What happens to one request. Plays on the server's one event loop. */
    @FunctionalInterface
    public interface Step {
        void play(Exchange exchange);

        /** Answers what was asked for: the user, the items in the order asked, a delay of 1 µs. */
        static Step answer() {
            return exchange -> exchange.answer(exchange.rightAnswer());
        }

        /** Answers this, whatever was asked for. */
        static Step answer(MessageLite response) {
            return exchange -> exchange.answer(response);
        }

        static Step error(RpcErrorCode code, String text) {
            return exchange -> exchange.error(code.number(), text);
        }

        static Step after(Duration delay, Step step) {
            return exchange -> exchange.ctx()
                    .executor()
                    .schedule(() -> step.play(exchange), delay.toNanos(), TimeUnit.NANOSECONDS);
        }

        /** Says that what is unanswered was not executed. */
        static Step goodbye() {
            return exchange -> exchange.ctx()
                    .writeAndFlush(FrameEncoder.encode(exchange.ctx().alloc(), Goodbye.meta("stopping")));
        }

        /** Closes the connection with a TCP reset. */
        static Step reset() {
            return exchange -> {
                ((SocketChannel) exchange.ctx().channel()).config().setSoLinger(0);
                exchange.ctx().close();
            };
        }

        /** Sends bytes that are no frame. */
        static Step garbage() {
            return exchange -> exchange.ctx()
                    .writeAndFlush(
                            Unpooled.copiedBuffer("HTTP/1.1 400 Bad Request\r\n\r\n", StandardCharsets.US_ASCII));
        }

        /** A good frame around bytes that are no response message. */
        static Step unparsable() {
            return exchange -> exchange.write(
                    RpcMeta.newBuilder().setResponse(RpcResponseMeta.getDefaultInstance()),
                    Unpooled.copiedBuffer(new byte[] {(byte) 0x12, (byte) 0x7f, 1}));
        }

        static Step silence() {
            return exchange -> {};
        }
    }

    /** One request and the way back. */
    public record Exchange(ChannelHandlerContext ctx, RpcMeta meta, ByteString request) {
        private static final DelayResponse DELAY =
                DelayResponse.newBuilder().setDelayNanos(1_000).build();

        private MessageLite rightAnswer() {
            String method = meta.getRequest().getMethodName();
            try {
                return switch (method) {
                    case "findUserInfo" ->
                        userAnswer(FindUserInfoRequest.parseFrom(request).getUserId());
                    case "queryItems" ->
                        itemsAnswer(QueryItemsRequest.parseFrom(request).getItemIdsList());
                    case "delay" -> DELAY;
                    default -> throw new IllegalArgumentException("no answer to " + method);
                };
            } catch (InvalidProtocolBufferException e) {
                throw new IllegalArgumentException("no request of " + method, e);
            }
        }

        void answer(MessageLite response) {
            ctx.writeAndFlush(FrameEncoder.encode(
                    ctx.alloc(),
                    echo().setResponse(RpcResponseMeta.getDefaultInstance()).build(),
                    response));
        }

        void error(int code, String text) {
            RpcMeta meta = echo().setResponse(
                            RpcResponseMeta.newBuilder().setErrorCode(code).setErrorText(text))
                    .build();
            ctx.writeAndFlush(FrameEncoder.encode(ctx.alloc(), meta));
        }

        void write(RpcMeta.Builder responseMeta, ByteBuf payload) {
            ctx.writeAndFlush(FrameEncoder.encode(
                    ctx.alloc(),
                    responseMeta.setCorrelationId(meta.getCorrelationId()).build(),
                    payload,
                    Unpooled.EMPTY_BUFFER));
        }

        private RpcMeta.Builder echo() {
            return RpcMeta.newBuilder().setCorrelationId(meta.getCorrelationId());
        }
    }

    private final MultiThreadIoEventLoopGroup eventLoops =
            new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("scripted", true), NioIoHandler.newFactory());
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final Queue<Step> script = new ConcurrentLinkedQueue<>();
    private final Queue<RpcMeta> requests = new ConcurrentLinkedQueue<>();
    private final Queue<Exchange> held = new ConcurrentLinkedQueue<>();
    private final AtomicLong requestCount = new AtomicLong();
    private final AtomicLong probeCount = new AtomicLong();
    private final Channel listener;
    private volatile Supplier<Step> standing = Step::answer;
    private volatile boolean keepRequests = true;
    private volatile boolean mute;
    private volatile boolean saysGoodbye;

    private ScriptedRpcServer(int port, @Nullable Tls tls) {
        try {
            this.listener = new ServerBootstrap()
                    .group(eventLoops)
                    .channel(NioServerSocketChannel.class)
                    .option(ChannelOption.SO_REUSEADDR, true)
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .childHandler(new ChannelInitializer<SocketChannel>() {
                        @Override
                        protected void initChannel(SocketChannel channel) {
                            connections.add(channel);
                            if (tls != null) {
                                channel.pipeline().addLast(tls.newHandler(channel.alloc(), Duration.ofSeconds(10)));
                            }
                            channel.pipeline().addLast(new FrameDecoder(FrameLimits.DEFAULT), new Player());
                        }
                    })
                    .bind("127.0.0.1", port)
                    .syncUninterruptibly()
                    .channel();
        } catch (RuntimeException e) {
            eventLoops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
            throw e;
        }
    }

    /** Listens on a free port. */
    public static ScriptedRpcServer start() {
        return new ScriptedRpcServer(0, null);
    }

    /** Listens on a free port, for TLS connections. */
    public static ScriptedRpcServer start(Tls tls) {
        return new ScriptedRpcServer(0, tls);
    }

    /** Listens on the port that an earlier one left. */
    public static ScriptedRpcServer start(int port) {
        return new ScriptedRpcServer(port, null);
    }

    public static FindUserInfoResponse userAnswer(long userId) {
        return FindUserInfoResponse.newBuilder()
                .setFound(true)
                .setUser(UserInfo.newBuilder().setId(userId).setName("user-" + userId))
                .build();
    }

    public static QueryItemsResponse itemsAnswer(List<Long> itemIds) {
        QueryItemsResponse.Builder items = QueryItemsResponse.newBuilder();
        itemIds.forEach(id -> items.addItems(Item.newBuilder().setId(id).setFound(true)));
        return items.build();
    }

    public int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    /** The next requests play these, one each. */
    public ScriptedRpcServer enqueue(Step... steps) {
        script.addAll(List.of(steps));
        return this;
    }

    /** What a request plays when nothing is enqueued. */
    public ScriptedRpcServer always(Step step) {
        standing = () -> step;
        return this;
    }

    /** Like {@link #always}, chosen anew for each request; called on the server's event loop. */
    public ScriptedRpcServer choose(Supplier<Step> chooser) {
        standing = chooser;
        return this;
    }

    /** Keeps exchanges for {@link #held()}, to be answered by the test itself. */
    public ScriptedRpcServer hold() {
        return always(held::add);
    }

    public Queue<Exchange> held() {
        return held;
    }

    /** Metas of the requests seen, in order. */
    public Queue<RpcMeta> requests() {
        return requests;
    }

    /** For long runs: counts requests without keeping them. */
    public ScriptedRpcServer forgetRequests() {
        keepRequests = false;
        return this;
    }

    public long requestCount() {
        return requestCount.get();
    }

    /** How often a client asked whether it is still there, and got its answer. */
    public long probeCount() {
        return probeCount.get();
    }

    /** Whether it reads everything and answers nothing, probes neither, on connections that it accepts as ever. */
    public void mute(boolean wanted) {
        mute = wanted;
    }

    /** Says on each connection at once that it stops. */
    public ScriptedRpcServer sayGoodbyeOnConnect() {
        saysGoodbye = true;
        return this;
    }

    public int connectionCount() {
        return connections.size();
    }

    /** Drops all connections; it goes on listening. */
    public void dropConnections() {
        connections.close().awaitUninterruptibly(5, TimeUnit.SECONDS);
    }

    /** Stops listening and drops all connections. */
    @Override
    public void close() {
        listener.close().awaitUninterruptibly(5, TimeUnit.SECONDS);
        dropConnections();
        eventLoops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
    }

    private final class Player extends ChannelInboundHandlerAdapter {
        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            if (saysGoodbye) {
                ctx.writeAndFlush(FrameEncoder.encode(ctx.alloc(), Goodbye.meta("stopping")));
            }
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            RpcFrame frame = (RpcFrame) message;
            try {
                if (mute) {
                    return;
                }
                if (frame.meta().getRequest().getServiceName().equals(Probe.SERVICE_NAME)) {
                    // like every server's own event loop, whatever becomes of calls
                    probeCount.incrementAndGet();
                    new Exchange(ctx, frame.meta(), ByteString.EMPTY)
                            .error(RpcErrorCode.ENOSERVICE.number(), "no such service");
                    return;
                }
                ByteString request = ByteString.copyFrom(frame.payload().nioBuffer());
                requestCount.incrementAndGet();
                if (keepRequests) {
                    requests.add(frame.meta());
                }
                Step next = script.poll();
                (next != null ? next : standing.get()).play(new Exchange(ctx, frame.meta(), request));
            } finally {
                frame.release();
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
