package dev.multipool.laboratory.check;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** Tells each request its path by HTTP/2 without TLS, which is all that it speaks; of /missing there is none. */
final class SmallHttp2 {
    private SmallHttp2() {}

    static void start(int port) throws InterruptedException {
        new ServerBootstrap()
                .group(new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory()))
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(Http2FrameCodecBuilder.forServer().build(), new Answers());
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                .sync();
    }

    private static final class Answers extends SimpleChannelInboundHandler<Http2HeadersFrame> {
        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // a client that went away is no matter of the server
        protected void channelRead0(ChannelHandlerContext ctx, Http2HeadersFrame request) {
            String path = String.valueOf(request.headers().path());
            Http2Headers headers = new DefaultHttp2Headers().status(path.equals("/missing") ? "404" : "200");
            String body = "{\"path\": \"" + path + "\"}";
            ctx.write(new DefaultHttp2HeadersFrame(headers).stream(request.stream()));
            ctx.writeAndFlush(new DefaultHttp2DataFrame(Unpooled.copiedBuffer(body, StandardCharsets.UTF_8), true)
                    .stream(request.stream()));
        }
    }
}
