package dev.multipool.rpc.server.admin;

import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.PoolRejectedException;
import dev.multipool.rpc.protocol.FailureText;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes each request to its page, on a thread of the pool, and its answer back; then closes the connection. Health is answered
 * at once, on the event loop.
 *
 * <p><b>Threads</b>: one instance for all connections; called on the event loop, blocks never.
 */
@Sharable
@SuppressWarnings("FutureReturnValueIgnored") // a write or close that fails has nobody to tell
final class AdminHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
    private static final Logger log = LoggerFactory.getLogger(AdminHandler.class);

    /** For answers to what is no request. */
    private static final AdminRequest JSON = new AdminRequest("GET", "/", Map.of(), false);

    private final AdminRoutes routes;
    private final AdminGuard guard;
    private final MeasuredPool pool;
    private final AdminConnections connections;

    AdminHandler(AdminRoutes routes, AdminGuard guard, MeasuredPool pool, AdminConnections connections) {
        this.connections = connections;
        this.routes = routes;
        this.guard = guard;
        this.pool = pool;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest message) {
        connections.asked(ctx.channel());
        if (message.decoderResult().isFailure()) {
            write(ctx, AdminAnswer.error(400, "not HTTP as it is served here, or headers too long"), JSON);
            return;
        }
        AdminRequest request;
        try {
            request = AdminRequest.of(message);
        } catch (IllegalArgumentException e) {
            write(ctx, AdminAnswer.error(400, "the path or the query can't be decoded"), JSON);
            return;
        }
        try {
            guard.requireFriend(message.headers());
            AdminRoutes.Route route = routes.find(request.method(), request.path());
            if (route.guarded()) {
                guard.requireToken(message.headers());
            }
            if (route.immediate()) {
                serve(ctx, route.page(), request);
                return;
            }
            connections.enterPage(ctx.channel());
            AdminStream stream = route.stream();
            if (stream != null) {
                request.requireOnly();
                stream.begin(ctx);
                return;
            }
            pool.execute(() -> serve(ctx, route.page(), request));
        } catch (AdminException e) {
            write(ctx, AdminAnswer.error(e.status(), String.valueOf(e.getMessage())), request);
        } catch (PoolRejectedException e) {
            write(ctx, AdminAnswer.error(503, String.valueOf(e.getMessage())), request);
        }
    }

    private static void serve(ChannelHandlerContext ctx, AdminPage page, AdminRequest request) {
        try {
            write(ctx, answer(page, request), request);
        } catch (Throwable t) {
            log.warn("admin: {} can't be answered, connection closed: {}", request.path(), FailureText.of(t));
            ctx.close();
        }
    }

    private static AdminAnswer answer(AdminPage page, AdminRequest request) {
        try {
            return page.answer(request);
        } catch (AdminException e) {
            return AdminAnswer.error(e.status(), String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return AdminAnswer.error(503, "the server stops");
        } catch (Throwable t) {
            log.warn("admin: {} failed: {}", request.path(), FailureText.of(t));
            log.debug("admin: {} failed", request.path(), t);
            return AdminAnswer.error(
                    500, request.path() + " failed (" + t.getClass().getSimpleName() + ")");
        }
    }

    private static void write(ChannelHandlerContext ctx, AdminAnswer answer, AdminRequest request) {
        // a page that outlived the port's close finds its event loop ended: there is nobody to write to
        if (ctx.executor().isShuttingDown()) {
            return;
        }
        AdminAnswer rendered = answer.rendered(request);
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(rendered.status()),
                Unpooled.wrappedBuffer(rendered.bytes()));
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, rendered.contentType())
                .set(HttpHeaderNames.CONTENT_LENGTH, rendered.bytes().length)
                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE)
                .set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE)
                .set("X-Content-Type-Options", "nosniff");
        if (!rendered.contentPolicy().isEmpty()) {
            response.headers().set("Content-Security-Policy", rendered.contentPolicy());
        }
        if (rendered.status() == 401) {
            response.headers().set(HttpHeaderNames.WWW_AUTHENTICATE, "Bearer");
        }
        ctx.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!(cause instanceof IOException)) {
            log.warn("admin: connection closed after {}", FailureText.of(cause));
        }
        ctx.close();
    }
}
