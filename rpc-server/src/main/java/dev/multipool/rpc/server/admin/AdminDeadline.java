package dev.multipool.rpc.server.admin;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Closes a connection whose request does not come in, or whose answer does not go out, in time. */
final class AdminDeadline extends ChannelInboundHandlerAdapter {
    private static final long REQUEST_SECONDS = 10;
    private static final long ANSWER_SECONDS = 30 + ProfilePage.LONGEST.toSeconds();

    private @Nullable Future<?> timer;

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        closeAfter(ctx, REQUEST_SECONDS);
        ctx.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object request) {
        closeAfter(ctx, ANSWER_SECONDS);
        ctx.fireChannelRead(request);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        cancel();
        ctx.fireChannelInactive();
    }

    /** A connection that goes on for as long as its peer wants has no deadline. */
    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        cancel();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // a close that fails has nobody to tell
    private void closeAfter(ChannelHandlerContext ctx, long seconds) {
        cancel();
        Runnable close = () -> ctx.close();
        timer = ctx.executor().schedule(close, seconds, TimeUnit.SECONDS);
    }

    private void cancel() {
        if (timer != null) {
            timer.cancel(false);
        }
    }
}
