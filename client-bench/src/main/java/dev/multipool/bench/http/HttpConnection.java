package dev.multipool.bench.http;

import dev.multipool.bench.socket.Traffic;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * One TCP connection, with at most one call at a time. It begins unconnected, with the call that it was made for or none;
 * whatever breaks ends the call, if there is one, and the connection.
 *
 * <p>One timer watches the deadlines: set for a call, it looks when it fires which call is under way by then, and is set
 * again for that one. So there is about one timer for each timeout's length, not one for each call.
 *
 * <p><b>Threads</b>: confined to its event loop.
 */
final class HttpConnection extends ChannelInboundHandlerAdapter {
    /** A buffer that grew larger for one answer is not kept. */
    private static final int KEPT_BODY_BYTES = 1 << 16;

    private static final HttpAnswer NONE = new HttpAnswer(Unpooled.EMPTY_BUFFER);
    private static final int CONTINUE_STATUSES_END = 200;
    private static final int SWITCHING_PROTOCOLS = 101;

    private final HttpPool pool;
    private final HttpSender.Shared<RequestTemplate> shared;
    private final boolean poolKeepsAlive;
    private final Traffic traffic;
    private final Bootstrap bootstrap;

    private @Nullable Channel channel;
    private boolean ready;
    private boolean closed;
    private boolean idle;

    private @Nullable HttpCall<RequestTemplate> call;
    private @Nullable BiConsumer<@Nullable Object, @Nullable Throwable> end;
    private long deadlineNanos;
    private boolean timerSet;

    // of the answer under way
    private int status;
    private boolean skipped;
    private boolean keptAlive;
    private long bodyBytes;
    private HttpAnswer answer = NONE;

    HttpConnection(
            HttpPool pool,
            HttpSender.Shared<RequestTemplate> shared,
            boolean keptAlive,
            Traffic traffic,
            Bootstrap bootstrap) {
        this.pool = pool;
        this.shared = shared;
        this.poolKeepsAlive = keptAlive;
        this.traffic = traffic;
        this.bootstrap = bootstrap;
    }

    /** Connects, and sends the call that it has; {@code opened} learns when it is connected. */
    void connect(@Nullable CompletableFuture<Void> opened) {
        if (closed) {
            return;
        }
        ChannelFuture future = bootstrap.clone().handler(new Setup()).connect();
        channel = future.channel();
        future.addListener(done -> {
            if (!done.isSuccess()) {
                fail(HttpFailure.CONNECT_FAILED);
                complete(opened, done.cause());
                return;
            }
            SslHandler tls = future.channel().pipeline().get(SslHandler.class);
            if (tls == null) {
                becomeReady(opened);
            } else {
                tls.handshakeFuture().addListener(shaken -> {
                    if (shaken.isSuccess()) {
                        becomeReady(opened);
                    } else {
                        fail(HttpFailure.TLS_FAILED);
                        complete(opened, shaken.cause());
                    }
                });
            }
        });
    }

    private static void complete(@Nullable CompletableFuture<Void> opened, @Nullable Throwable cause) {
        if (opened != null && cause != null) {
            opened.completeExceptionally(cause);
        } else if (opened != null) {
            opened.complete(null);
        }
    }

    private void becomeReady(@Nullable CompletableFuture<Void> opened) {
        if (closed) {
            complete(opened, HttpFailure.CONNECTION_CLOSED);
            return;
        }
        ready = true;
        if (call != null) {
            write(call);
        } else if (poolKeepsAlive) {
            becomeIdle();
        } else {
            shut();
        }
        complete(opened, null);
    }

    /** Sends a call, at once or as soon as it is connected. */
    void send(
            HttpCall<RequestTemplate> next,
            long timeoutNanos,
            BiConsumer<@Nullable Object, @Nullable Throwable> itsEnd) {
        idle = false;
        call = next;
        end = itsEnd;
        status = 0;
        deadlineNanos = shared.clock().nanoTime() + timeoutNanos;
        if (!timerSet) {
            setTimer(timeoutNanos);
        }
        if (ready) {
            write(next);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a write that fails closes the channel
    private void write(HttpCall<RequestTemplate> next) {
        Channel to = channel;
        if (to == null) {
            return;
        }
        ByteBuf request;
        try {
            request = next.template().encode(to.alloc(), next.draw());
        } catch (Throwable t) {
            // an allocator may throw anything; the call ends all the same, but its sender must not go on while it sends
            pool.eventLoop().execute(() -> fail(HttpFailure.NOT_ENCODED));
            return;
        }
        to.writeAndFlush(request, to.voidPromise());
    }

    @SuppressWarnings("FutureReturnValueIgnored") // onTimer() is its end
    private void setTimer(long delayNanos) {
        timerSet = true;
        pool.eventLoop().schedule(this::onTimer, delayNanos, TimeUnit.NANOSECONDS);
    }

    private void onTimer() {
        timerSet = false;
        if (call == null) {
            return;
        }
        long leftNanos = deadlineNanos - shared.clock().nanoTime();
        if (leftNanos > 0) {
            setTimer(leftNanos);
        } else {
            // its answer may still come, and must not be taken for the next one's
            fail(HttpFailure.TIMEOUT);
        }
    }

    /** Ends what is under way, as the load is over. */
    void cancel() {
        fail(HttpFailure.CANCELLED);
    }

    /** Closes, then ends the call under way: whoever learns of the end may send the next one. */
    private void fail(HttpFailure failure) {
        shut();
        end(null, failure);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // nothing waits for its end
    private void shut() {
        if (closed) {
            return;
        }
        closed = true;
        ready = false;
        if (channel != null) {
            channel.close();
        }
        answer.body().release();
        answer = NONE;
        pool.remove(this, idle);
        idle = false;
    }

    private void end(@Nullable HttpAnswer right, @Nullable HttpFailure failure) {
        BiConsumer<@Nullable Object, @Nullable Throwable> itsEnd = end;
        if (itsEnd != null) {
            call = null;
            end = null;
            pool.hasEnded();
            itsEnd.accept(right, failure);
        }
    }

    private void becomeIdle() {
        idle = true;
        pool.isIdle(this);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        try {
            if (closed) {
                return;
            }
            HttpCall<RequestTemplate> asked = call;
            if (asked == null) {
                // nothing was asked
                fail(HttpFailure.BAD_ANSWER);
            } else if (((HttpObject) message).decoderResult().isFailure()) {
                fail(HttpFailure.BAD_ANSWER);
            } else {
                take(asked, message);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void take(HttpCall<RequestTemplate> asked, Object message) {
        if (message instanceof HttpResponse response) {
            begin(response);
        }
        if (message instanceof HttpContent content && !skipped) {
            int length = content.content().readableBytes();
            bodyBytes += length;
            if (bodyBytes > HttpAnswer.MAX_BODY_BYTES) {
                fail(HttpFailure.ANSWER_TOO_LARGE);
                return;
            }
            if (length > 0 && asked.needsBody()) {
                keep(content.content());
            }
        }
        if (message instanceof LastHttpContent && !skipped) {
            finish(asked);
        }
    }

    private void begin(HttpResponse response) {
        status = response.status().code();
        // 100 Continue and the like: the answer is still to come
        skipped = status < CONTINUE_STATUSES_END && status != SWITCHING_PROTOCOLS;
        keptAlive = poolKeepsAlive && status != SWITCHING_PROTOCOLS && HttpUtil.isKeepAlive(response);
        bodyBytes = 0;
        answer.body().clear();
    }

    private void keep(ByteBuf content) {
        if (answer.body().capacity() == 0 && channel != null) {
            answer = new HttpAnswer(channel.alloc().heapBuffer());
        }
        answer.body().writeBytes(content);
    }

    private void finish(HttpCall<RequestTemplate> asked) {
        boolean allowed = asked.allows(status);
        HttpAnswer ended = answer;
        boolean reused = keptAlive && ended.body().capacity() <= KEPT_BODY_BYTES;
        if (!reused) {
            answer = NONE;
        }
        if (keptAlive) {
            becomeIdle();
        } else {
            shut();
        }
        end(allowed ? ended : null, allowed ? null : HttpFailure.ofStatus(status));
        if (!reused) {
            ended.body().release();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        fail(HttpFailure.CONNECTION_CLOSED);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof IOException && !(cause instanceof SSLException)) {
            fail(HttpFailure.CONNECTION_RESET);
        } else if (cause.getCause() instanceof SSLException) {
            fail(HttpFailure.TLS_FAILED);
        } else {
            fail(HttpFailure.BAD_ANSWER);
        }
    }

    /** The pipeline. */
    private final class Setup extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel made) {
            ChannelPipeline pipeline = made.pipeline();
            pipeline.addLast(traffic);
            if (shared.tls() != null) {
                pipeline.addLast(shared.tls()
                        .newHandler(
                                made.alloc(),
                                shared.server().host(),
                                shared.server().port()));
            }
            pipeline.addLast(new Decoder());
            pipeline.addLast(HttpConnection.this);
        }
    }

    /** Knows which answers have no body. */
    private final class Decoder extends HttpResponseDecoder {
        Decoder() {
            super(new HttpDecoderConfig().setValidateHeaders(false));
        }

        @Override
        protected boolean isContentAlwaysEmpty(HttpMessage message) {
            return (call != null && call.isHead()) || super.isContentAlwaysEmpty(message);
        }
    }
}
