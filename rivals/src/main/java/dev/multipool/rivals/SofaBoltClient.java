package dev.multipool.rivals;

import com.alipay.remoting.Connection;
import com.alipay.remoting.InvokeCallback;
import com.alipay.remoting.ProtocolCode;
import com.alipay.remoting.ProtocolManager;
import com.alipay.remoting.exception.RemotingException;
import com.alipay.remoting.rpc.RpcClient;
import com.alipay.remoting.rpc.protocol.RpcProtocol;
import dev.multipool.perf.peers.contestant.PeerClient;
import dev.multipool.perf.peers.contestant.RedisBytes;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.FindUserInfoResponse;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * SOFABolt's client on one event loop. SOFABolt has one more event loop than there are cores, and hands replies to a pool.
 * So connections are opened until enough of them have the same loop, and that loop is what replies are handed to.
 */
final class SofaBoltClient implements PeerClient {
    private static final int TIMEOUT_MILLIS = (int) RedisBytes.TIMEOUT_MILLIS + 1_000;
    private static final int CONNECT_MILLIS = 5_000;

    private final RpcClient client = new RpcClient();
    private final List<Connection> connections;
    private final EventLoop eventLoop;

    SofaBoltClient(int port) {
        ProtobufContent.register();
        client.startup();
        connections = connect(port);
        eventLoop = eventLoop(connections.get(0));
        ProtocolManager.getProtocol(ProtocolCode.fromBytes(RpcProtocol.PROTOCOL_CODE))
                .getCommandHandler()
                .registerDefaultExecutor(eventLoop);
    }

    private List<Connection> connect(int port) {
        List<Connection> onFirstLoop = new ArrayList<>();
        List<Connection> onOthers = new ArrayList<>();
        try {
            while (onFirstLoop.size() < CONNECTIONS) {
                Connection connection = client.createStandaloneConnection("127.0.0.1", port, CONNECT_MILLIS);
                boolean isOnFirst = onFirstLoop.isEmpty() || eventLoop(connection) == eventLoop(onFirstLoop.get(0));
                (isOnFirst ? onFirstLoop : onOthers).add(connection);
            }
        } catch (RemotingException e) {
            throw new IllegalStateException("no connection to port " + port, e);
        }
        onOthers.forEach(client::closeStandaloneConnection);
        return onFirstLoop;
    }

    private static EventLoop eventLoop(Connection connection) {
        return connection.getChannel().eventLoop();
    }

    @Override
    public void find(int user, FindUserInfoRequest request, Reply reply) {
        try {
            client.invokeWithCallback(
                    connections.get(user % CONNECTIONS), request, new Callback(reply, eventLoop), TIMEOUT_MILLIS);
        } catch (RemotingException e) {
            reply.failed(String.valueOf(e));
        }
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
        connections.forEach(client::closeStandaloneConnection);
        client.shutdown();
    }

    private record Callback(Reply reply, EventLoop eventLoop) implements InvokeCallback {
        @Override
        public void onResponse(Object result) {
            reply.answered((FindUserInfoResponse) result);
        }

        /** Comes from a timer, too. */
        @Override
        public void onException(Throwable failure) {
            eventLoop.execute(() -> reply.failed(String.valueOf(failure)));
        }

        /** None: where the reply is. */
        @Override
        public @Nullable Executor getExecutor() {
            return null;
        }
    }
}
