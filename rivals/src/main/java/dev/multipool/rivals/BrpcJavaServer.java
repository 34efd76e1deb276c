package dev.multipool.rivals;

import com.baidu.brpc.protocol.BrpcMeta;
import com.baidu.brpc.protocol.Options.ProtocolType;
import com.baidu.brpc.server.RpcServer;
import com.baidu.brpc.server.RpcServerOptions;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.multipool.perf.peers.contestant.PeerServer;
import dev.multipool.perf.peers.contestant.RedisBytes;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import java.net.URI;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** brpc-java's server, where the threads that run calls decode them, too; it chooses NIO. */
final class BrpcJavaServer implements PeerServer {
    private final RedisBytes redis;
    private final RpcServer server;

    private BrpcJavaServer(URI redisUri, int threads) {
        redis = RedisBytes.open(redisUri);
        RpcServerOptions options = new RpcServerOptions();
        options.setProtocolType(ProtocolType.PROTOCOL_BAIDU_STD_VALUE);
        options.setWorkThreadNum(threads);
        // between two windows its connections are idle for longer than it allows
        options.setKeepAliveTime(0);
        server = new RpcServer("127.0.0.1", 0, options);
        server.registerService(new Users(redis));
        server.start();
    }

    static BrpcJavaServer start(URI redis, int threads) {
        return new BrpcJavaServer(redis, threads);
    }

    @Override
    public int port() {
        return server.getPort();
    }

    @Override
    public void close() {
        server.shutdown();
        redis.close();
    }

    /** Public, as brpc-java calls it by reflection. */
    public interface UserService {
        @BrpcMeta(serviceName = "multipool.user.v1.UserService", methodName = "findUserInfo")
        FindUserInfoResponse findUserInfo(FindUserInfoRequest request)
                throws InterruptedException, ExecutionException, TimeoutException, InvalidProtocolBufferException;
    }

    private record Users(RedisBytes redis) implements UserService {
        @Override
        public FindUserInfoResponse findUserInfo(FindUserInfoRequest request)
                throws InterruptedException, ExecutionException, TimeoutException, InvalidProtocolBufferException {
            return redis.find(request);
        }
    }
}
