package dev.multipool.rivals;

import com.alipay.remoting.BizContext;
import com.alipay.remoting.rpc.RpcServer;
import com.alipay.remoting.rpc.protocol.SyncUserProcessor;
import dev.multipool.perf.peers.contestant.PeerServer;
import dev.multipool.perf.peers.contestant.RedisBytes;
import dev.multipool.user.v1.FindUserInfoRequest;
import java.net.URI;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** SOFABolt's server with a fixed pool as the executor of its calls; it chooses epoll. */
final class SofaBoltServer implements PeerServer {
    private final RedisBytes redis;
    private final ExecutorService pool;
    private final RpcServer server;

    private SofaBoltServer(URI redisUri, int threads) {
        redis = RedisBytes.open(redisUri);
        pool = Executors.newFixedThreadPool(threads);
        server = new RpcServer("127.0.0.1", 0);
        server.registerUserProcessor(new Users(redis, pool));
        server.startup();
    }

    static SofaBoltServer start(URI redis, int threads) {
        ProtobufContent.register();
        return new SofaBoltServer(redis, threads);
    }

    @Override
    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.shutdown();
        pool.shutdownNow();
        redis.close();
    }

    private static final class Users extends SyncUserProcessor<FindUserInfoRequest> {
        private final RedisBytes redis;
        private final Executor pool;

        Users(RedisBytes redis, Executor pool) {
            this.redis = redis;
            this.pool = pool;
        }

        @Override
        public Object handleRequest(BizContext context, FindUserInfoRequest request) throws Exception {
            return redis.find(request);
        }

        @Override
        public String interest() {
            return FindUserInfoRequest.class.getName();
        }

        @Override
        public Executor getExecutor() {
            return pool;
        }
    }
}
