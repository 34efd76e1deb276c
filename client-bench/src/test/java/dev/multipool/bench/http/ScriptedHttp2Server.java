package dev.multipool.bench.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2FrameStreamEvent;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2SettingsFrame;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.ssl.SslContext;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Answers each request of HTTP/2 with the frames that a script sends, so that it can send what no server would. */
@SuppressWarnings("FutureReturnValueIgnored") // a client that went away is no matter of the server
public final class ScriptedHttp2Server implements AutoCloseable {
    /** Answers, or does not; on the connection's event loop, so it must not wait. */
    public interface Script {
        void answer(Request request);
    }

    private final MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
    private final Script script;
    private final Settings settings;
    private final Channel listener;
    private final AtomicLong connections = new AtomicLong();
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong resets = new AtomicLong();
    private final AtomicInteger mostStreams = new AtomicInteger();
    private final Queue<Request> kept = new ConcurrentLinkedQueue<>();
    private final Set<Channel> open = ConcurrentHashMap.newKeySet();

    /**
     * How it is.
     *
     * @param initial what it says in its SETTINGS
     * @param tls null for plain connections
     * @param readsWhole whether it answers when the whole request has come, else when its headers have
     */
    record Settings(Http2Settings initial, @Nullable SslContext tls, boolean readsWhole) {
        static final Settings PLAIN = of(Http2Settings.defaultSettings());

        static Settings of(Http2Settings initial) {
            return new Settings(initial, null, true);
        }

        static Settings maxStreams(int streams) {
            return of(Http2Settings.defaultSettings().maxConcurrentStreams(streams));
        }

        static Settings tls(SslContext context) {
            return new Settings(Http2Settings.defaultSettings(), context, true);
        }
    }

    private ScriptedHttp2Server(Script script, Settings settings) throws InterruptedException {
        this.script = script;
        this.settings = settings;
        this.listener = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        connections.incrementAndGet();
                        open.add(channel);
                        channel.closeFuture().addListener(done -> open.remove(channel));
                        if (settings.tls() != null) {
                            channel.pipeline().addLast(settings.tls().newHandler(channel.alloc()));
                        }
                        channel.pipeline()
                                .addLast(Http2FrameCodecBuilder.forServer()
                                        .initialSettings(settings.initial())
                                        .decoderEnforceMaxRstFramesPerWindow(0, 0)
                                        .encoderEnforceMaxRstFramesPerWindow(0, 0)
                                        .build())
                                .addLast(new Connection());
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .sync()
                .channel();
    }

    public static ScriptedHttp2Server start(Script script) throws InterruptedException {
        return start(Settings.PLAIN, script);
    }

    static ScriptedHttp2Server start(Settings settings, Script script) throws InterruptedException {
        return new ScriptedHttp2Server(script, settings);
    }

    public int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    public long connections() {
        return connections.get();
    }

    long requests() {
        return requests.get();
    }

    /** Streams that the client has reset. */
    long resets() {
        return resets.get();
    }

    /** The most streams that a connection has had at a time. */
    int mostStreams() {
        return mostStreams.get();
    }

    Queue<Request> kept() {
        return kept;
    }

    /** Waits until the client has closed all its connections. */
    void awaitAllClosed() throws InterruptedException {
        for (Channel channel : open) {
            if (!channel.closeFuture().await(20, TimeUnit.SECONDS)) {
                throw new AssertionError(channel + " is still open");
            }
        }
    }

    @Override
    public void close() {
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly(10, TimeUnit.SECONDS);
    }

    private final class Connection extends ChannelInboundHandlerAdapter {
        private final Map<Http2FrameStream, Request> asked = new HashMap<>();
        private int streams;

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object frame) {
            try {
                if (frame instanceof Http2HeadersFrame headers) {
                    streams++;
                    mostStreams.accumulateAndGet(streams, Math::max);
                    Request request = new Request(ctx, headers.stream(), headers.headers(), requests.getAndIncrement());
                    asked.put(headers.stream(), request);
                    if (headers.isEndStream() || !settings.readsWhole()) {
                        run(request);
                    }
                } else if (frame instanceof Http2DataFrame data) {
                    take(ctx, data);
                } else if (frame instanceof Http2ResetFrame) {
                    resets.incrementAndGet();
                } else if (frame instanceof Http2SettingsFrame) {
                    return;
                }
            } finally {
                ReferenceCountUtil.release(frame);
            }
        }

        private void take(ChannelHandlerContext ctx, Http2DataFrame data) {
            Request request = asked.get(data.stream());
            if (request == null || !settings.readsWhole()) {
                return;
            }
            request.body.append(data.content().toString(StandardCharsets.UTF_8));
            ctx.writeAndFlush(
                    new DefaultHttp2WindowUpdateFrame(data.initialFlowControlledBytes()).stream(data.stream()));
            if (data.isEndStream()) {
                run(request);
            }
        }

        private void run(Request request) {
            if (kept.size() < 1000) {
                kept.add(request);
            }
            script.answer(request);
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event instanceof Http2FrameStreamEvent changed
                    && changed.type() == Http2FrameStreamEvent.Type.State
                    && changed.stream().state() == Http2Stream.State.CLOSED
                    && asked.remove(changed.stream()) != null) {
                streams--;
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            // of a stream that the client has reset: the connection goes on
        }
    }

    /** A request as it came, and the way to answer it. */
    public static final class Request {
        private final ChannelHandlerContext context;
        private final Http2FrameStream stream;
        private final Http2Headers headers;
        private final long number;
        private final StringBuilder body = new StringBuilder();

        Request(ChannelHandlerContext context, Http2FrameStream stream, Http2Headers headers, long number) {
            this.context = context;
            this.stream = stream;
            this.headers = headers;
            this.number = number;
        }

        /** How many came before, on all connections. */
        long number() {
            return number;
        }

        String header(String name) {
            return String.valueOf(headers.get(name));
        }

        String body() {
            return body.toString();
        }

        /** A status and a body. */
        public void answer(int status, String text) {
            headers(status, text.isEmpty());
            if (!text.isEmpty()) {
                data(Unpooled.copiedBuffer(text, StandardCharsets.UTF_8), true);
            }
        }

        void headers(int status, boolean last) {
            headers(new DefaultHttp2Headers().status(Integer.toString(status)), last);
        }

        void headers(Http2Headers answered, boolean last) {
            context.writeAndFlush(new DefaultHttp2HeadersFrame(answered, last).stream(stream));
        }

        void data(ByteBuf data, boolean last) {
            context.writeAndFlush(new DefaultHttp2DataFrame(data, last).stream(stream));
        }

        void reset(Http2Error error) {
            context.writeAndFlush(new DefaultHttp2ResetFrame(error).stream(stream));
        }

        /** Says GOAWAY after the stream of this request, or after the one before it. */
        void goAway(boolean afterThis) {
            if (afterThis) {
                // the codec names the last stream that it knows, which is this one
                context.writeAndFlush(new DefaultHttp2GoAwayFrame(Http2Error.NO_ERROR));
            } else {
                raw(Unpooled.buffer()
                        .writeMedium(8)
                        .writeByte(7)
                        .writeByte(0)
                        .writeInt(0)
                        .writeInt(Math.max(0, stream.id() - 2))
                        .writeInt(0));
            }
        }

        /** Sends bytes that are no frame, or those of one. */
        void raw(ByteBuf bytes) {
            context.channel().pipeline().context(Http2FrameCodec.class).writeAndFlush(bytes);
        }

        void breakConnection() {
            // below HTTP/2, which would say goodbye
            context.channel().unsafe().close(context.channel().unsafe().voidPromise());
        }
    }
}
