package dev.multipool.rpc.server;

import io.netty.channel.ChannelHandlerContext;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a call when its frame has arrived.
 *
 * @param ctx where its answer is written
 * @param correlationId the caller's id of it
 * @param arrivedNanos when its frame was whole
 * @param followed whoever follows it; null when nobody does
 */
record ArrivedCall(
        ChannelHandlerContext ctx,
        long correlationId,
        long arrivedNanos,
        @Nullable FollowedCall followed) {}
