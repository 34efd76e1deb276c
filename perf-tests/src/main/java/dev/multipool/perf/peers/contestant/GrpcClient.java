package dev.multipool.perf.peers.contestant;

import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** grpc-java's client without a pool of its own; a channel is one connection. */
final class GrpcClient implements PeerClient {
    private static final long STOP_SECONDS = 2;

    private static final boolean EPOLL = Epoll.isAvailable();

    private final EventLoopGroup eventLoop =
            new MultiThreadIoEventLoopGroup(1, EPOLL ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    private final List<ManagedChannel> channels;

    GrpcClient(int port) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        channels = IntStream.range(0, CONNECTIONS)
                .mapToObj(i -> NettyChannelBuilder.forAddress(address)
                        .eventLoopGroup(eventLoop)
                        .channelType(EPOLL ? EpollSocketChannel.class : NioSocketChannel.class)
                        .directExecutor()
                        .usePlaintext()
                        .build())
                .toList();
    }

    @Override
    public void find(int user, FindUserInfoRequest request, Reply reply) {
        ClientCalls.asyncUnaryCall(
                channels.get(user % CONNECTIONS).newCall(GrpcUserService.FIND_USER_INFO, CallOptions.DEFAULT),
                request,
                new Observer(reply));
    }

    @Override
    public void execute(Runnable task) {
        eventLoop.execute(task);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the task is its end
    public void schedule(Runnable task, long delayNanos) {
        eventLoop.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        channels.forEach(ManagedChannel::shutdownNow);
        eventLoop
                .shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS)
                .awaitUninterruptibly(STOP_SECONDS, TimeUnit.SECONDS);
    }

    private record Observer(Reply reply) implements StreamObserver<FindUserInfoResponse> {
        @Override
        public void onNext(FindUserInfoResponse response) {
            reply.answered(response);
        }

        @Override
        public void onError(Throwable failure) {
            reply.failed(String.valueOf(failure));
        }

        @Override
        public void onCompleted() {}
    }
}
