package dev.multipool.rpc.server.admin;

import io.netty.channel.ChannelHandlerContext;

/** What is behind a path whose answer has no end. */
@FunctionalInterface
interface AdminStream {
    /**
     * Answers on this connection from now on. Called on its event loop; does not block.
     *
     * @throws AdminException when it can't; nothing was written then
     */
    void begin(ChannelHandlerContext ctx);
}
