package dev.multipool.bench.http;

import dev.multipool.bench.socket.Traffic;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * One TCP connection of HTTP/2, from its opening to its end. It takes calls from the server's first SETTINGS on, until the
 * server says GOAWAY; a call that fails resets its stream and no more. Whatever breaks the connection ends all its calls.
 *
 * <p><b>Threads</b>: confined to its event loop.
 */
final class StreamConnection implements StreamCodec.Events, StreamCall.Carrier {
    /** Sends of so many calls reach the socket together, where they are due at once. */
    private static final int CALLS_PER_FLUSH = 256;

    private static final int CONTINUE_STATUSES_END = 200;
    private static final int SWITCHING_PROTOCOLS = 101;

    private final SharedConnection owner;
    private final HttpSender.Shared<StreamTemplate> shared;
    private final Traffic traffic;
    private final CompletableFuture<Void> opened;
    private final StreamCodec codec;

    private @Nullable Channel channel;
    private boolean ready;
    private boolean leaving;
    private boolean closed;
    private boolean carried;

    /** @param opened learns when it takes calls, or why it does not */
    StreamConnection(
            SharedConnection owner,
            HttpSender.Shared<StreamTemplate> shared,
            Traffic traffic,
            CompletableFuture<Void> opened) {
        this.owner = owner;
        this.shared = shared;
        this.traffic = traffic;
        this.opened = opened;
        this.codec = StreamCodec.of(this);
    }

    void connect(Bootstrap bootstrap) {
        ChannelFuture future = bootstrap.clone().handler(new Setup()).connect();
        channel = future.channel();
        future.addListener(done -> {
            if (done.isSuccess()) {
                awaitSettings(future.channel());
            } else {
                fail(HttpFailure.CONNECT_FAILED, done.cause());
            }
        });
    }

    @SuppressWarnings("FutureReturnValueIgnored") // what fails the connection is its end
    private void awaitSettings(Channel connected) {
        connected
                .closeFuture()
                .addListener(done -> fail(
                        HttpFailure.CONNECTION_CLOSED, new IOException("it closed the connection (expected: HTTP/2)")));
        owner.eventLoop()
                .schedule(
                        () -> {
                            if (!ready) {
                                fail(
                                        HttpFailure.CONNECT_FAILED,
                                        new IOException("silent (expected: SETTINGS of HTTP/2)"));
                            }
                        },
                        HttpConnections.CONNECT_MILLIS,
                        TimeUnit.MILLISECONDS);
    }

    @Override
    public void onSettings() {
        if (!closed) {
            ready = true;
            opened.complete(null);
            owner.startWaiting();
        }
    }

    @Override
    public void onGoAway() {
        if (!ready) {
            fail(HttpFailure.CONNECTION_CLOSED, new IOException("it said GOAWAY (expected: SETTINGS of HTTP/2)"));
        } else {
            leave();
        }
    }

    private void leave() {
        if (!leaving && !closed) {
            leaving = true;
            owner.leaves(this);
            closeIfDone();
        }
    }

    /** Whether one more call can be sent now. */
    boolean canStart() {
        return ready && !leaving && !closed && codec.canOpenStream();
    }

    /** Whether it has carried a call. */
    boolean hasCarriedCalls() {
        return carried;
    }

    /** Sends a call on a stream of its own. */
    void start(StreamCall call) {
        carried = true;
        Http2Headers headers;
        ByteBuf body;
        try {
            StreamTemplate template = call.asked.template();
            var values = call.asked.draw();
            headers = template.headers(values);
            body = template.body(codec.allocator(), values);
        } catch (Throwable t) {
            // an allocator may throw anything; the call ends all the same, but its sender must not go on while it sends
            owner.eventLoop().execute(() -> owner.end(call, HttpFailure.NOT_ENCODED));
            return;
        }
        call.carrier = this;
        if (!codec.send(call, headers, body)) {
            // no number is left for a further stream
            leave();
        }
    }

    @Override
    public void onNotSent(StreamCall call, Throwable cause) {
        reset(call);
        owner.end(call, cause instanceof IOException ? HttpFailure.CONNECTION_CLOSED : HttpFailure.NOT_ENCODED);
    }

    @Override
    public void reset(StreamCall call) {
        codec.reset(call.streamId);
    }

    @Override
    public void onHeaders(StreamCall call, @Nullable CharSequence status, boolean last) {
        if (call.status == 0) {
            int number = numberOf(status);
            if (number < 100 || number == SWITCHING_PROTOCOLS || (number < CONTINUE_STATUSES_END && last)) {
                onBadAnswer(call);
                return;
            }
            if (number < CONTINUE_STATUSES_END) {
                // 100 Continue and the like: the answer is still to come
                return;
            }
            call.status = number;
        }
        if (last) {
            finish(call);
        }
    }

    private static int numberOf(@Nullable CharSequence status) {
        if (status == null || status.length() != 3) {
            return 0;
        }
        int number = 0;
        for (int i = 0; i < 3; i++) {
            int digit = status.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return 0;
            }
            number = 10 * number + digit;
        }
        return number;
    }

    @Override
    public void onData(StreamCall call, ByteBuf data, boolean last) {
        if (call.status == 0) {
            onBadAnswer(call);
        } else if (!call.take(data, codec.allocator())) {
            reset(call);
            owner.end(call, HttpFailure.ANSWER_TOO_LARGE);
        } else if (last) {
            finish(call);
        }
    }

    private void finish(StreamCall call) {
        codec.resetUnlessSent(call.streamId);
        owner.endAnswered(call);
    }

    @Override
    public void onBadAnswer(StreamCall call) {
        reset(call);
        owner.end(call, HttpFailure.BAD_ANSWER);
    }

    @Override
    public void onReset(StreamCall call, boolean refused) {
        owner.end(call, refused ? HttpFailure.STREAM_REFUSED : HttpFailure.STREAM_RESET);
    }

    @Override
    public void onStreamClosed(@Nullable StreamCall call) {
        if (call != null) {
            // GOAWAY named a stream before it: the server has not begun with it
            owner.end(call, leaving ? HttpFailure.STREAM_REFUSED : HttpFailure.CONNECTION_CLOSED);
        }
        closeIfDone();
        if (!leaving && !closed) {
            owner.startWaiting();
        }
    }

    private void closeIfDone() {
        if (leaving && !codec.hasStreams()) {
            fail(HttpFailure.CONNECTION_CLOSED, new ClosedChannelException());
        }
    }

    /** Ends what is under way, as the load is over. */
    void cancel() {
        fail(HttpFailure.CANCELLED, HttpFailure.CANCELLED);
    }

    @Override
    public void onError(Throwable cause) {
        if (isOfTls(cause)) {
            fail(HttpFailure.TLS_FAILED, cause);
        } else if (cause instanceof ClosedChannelException) {
            fail(HttpFailure.CONNECTION_CLOSED, cause);
        } else if (cause instanceof IOException) {
            fail(HttpFailure.CONNECTION_RESET, cause);
        } else {
            fail(HttpFailure.BAD_ANSWER, new IOException("no HTTP/2: " + cause.getMessage(), cause));
        }
    }

    private static boolean isOfTls(Throwable cause) {
        return cause instanceof SSLException || cause.getCause() instanceof SSLException;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // nothing waits for its end
    private void fail(HttpFailure failure, Throwable cause) {
        if (closed) {
            return;
        }
        closed = true;
        List<StreamCall> calls = codec.calls();
        if (channel != null) {
            channel.close();
        }
        owner.hasClosed(this, calls, failure);
        opened.completeExceptionally(cause);
    }

    /** The pipeline; HTTP/2 joins it when it is known that it is spoken. */
    private final class Setup extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel made) {
            ChannelPipeline pipeline = made.pipeline();
            pipeline.addLast(traffic);
            if (shared.tls() == null) {
                pipeline.addLast(new Http1Watch());
                addHttp2(pipeline);
            } else {
                pipeline.addLast(shared.tls()
                        .newHandler(
                                made.alloc(),
                                shared.server().host(),
                                shared.server().port()));
                pipeline.addLast(new Agreement());
            }
        }
    }

    private void addHttp2(ChannelPipeline pipeline) {
        pipeline.addLast(new FlushConsolidationHandler(CALLS_PER_FLUSH, true));
        pipeline.addLast(codec);
    }

    /** Waits for what TLS agrees on. */
    private final class Agreement extends ChannelInboundHandlerAdapter {
        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event instanceof SslHandshakeCompletionEvent shaken) {
                String agreed = ctx.pipeline().get(SslHandler.class).applicationProtocol();
                if (!shaken.isSuccess()) {
                    fail(HttpFailure.TLS_FAILED, shaken.cause());
                } else if (ApplicationProtocolNames.HTTP_2.equals(agreed)) {
                    addHttp2(ctx.pipeline());
                    ctx.pipeline().remove(this);
                } else {
                    String chosen = agreed == null ? "no protocol" : agreed;
                    fail(HttpFailure.TLS_FAILED, new IOException("it chose " + chosen + " by ALPN (expected: h2)"));
                }
            }
            ctx.fireUserEventTriggered(event);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            onError(cause);
        }
    }

    /** Looks whether the first bytes are those of HTTP/1, which a server answers that does not know HTTP/2. */
    private final class Http1Watch extends ChannelInboundHandlerAdapter {
        private static final String BEGIN = "HTTP/";

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            if (message instanceof ByteBuf bytes && begins(bytes)) {
                ReferenceCountUtil.release(message);
                fail(
                        HttpFailure.BAD_ANSWER,
                        new IOException("it answers by HTTP/1 (expected: HTTP/2 at once, by prior knowledge)"));
                return;
            }
            ctx.pipeline().remove(this);
            ctx.fireChannelRead(message);
        }

        private static boolean begins(ByteBuf bytes) {
            int length = Math.min(BEGIN.length(), bytes.readableBytes());
            for (int i = 0; i < length; i++) {
                if (bytes.getByte(bytes.readerIndex() + i) != BEGIN.charAt(i)) {
                    return false;
                }
            }
            return length > 0;
        }
    }
}
