package dev.multipool.perf.peers.contestant;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;

/** grpc-java as its users run it, with a blocking GET on a fixed pool as its executor; all else is its default. */
public final class GrpcServer implements PeerServer {
    private final RedisBytes redis;
    private final ExecutorService pool;
    private final Server server;

    private GrpcServer(URI redisUri, int threads) {
        redis = RedisBytes.open(redisUri);
        pool = Executors.newFixedThreadPool(threads);
        try {
            server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                    .executor(pool)
                    .addService(ServerServiceDefinition.builder(GrpcUserService.NAME)
                            .addMethod(GrpcUserService.FIND_USER_INFO, ServerCalls.asyncUnaryCall(this::find))
                            .build())
                    .build()
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static GrpcServer start(URI redisUri, int threads) {
        return new GrpcServer(redisUri, threads);
    }

    private void find(FindUserInfoRequest request, StreamObserver<FindUserInfoResponse> answer) {
        try {
            answer.onNext(redis.find(request));
            answer.onCompleted();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            answer.onError(Status.UNAVAILABLE.withCause(e).asRuntimeException());
        } catch (ExecutionException | TimeoutException | InvalidProtocolBufferException e) {
            answer.onError(Status.UNAVAILABLE.withCause(e).asRuntimeException());
        }
    }

    @Override
    public int port() {
        return server.getPort();
    }

    @Override
    public void close() {
        server.shutdownNow();
        pool.shutdownNow();
        redis.close();
    }
}
