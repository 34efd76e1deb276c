package dev.multipool.rpc.server.app;

import com.google.protobuf.Message;
import dev.multipool.item.ItemServiceMethods;
import dev.multipool.item.v1.QueryItemsRequest;
import dev.multipool.pools.NanoClock;
import dev.multipool.rpc.protocol.FrameEncoder;
import dev.multipool.rpc.protocol.RpcMethod;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.meta.RpcRequestMeta;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.user.UserServiceMethods;
import dev.multipool.user.v1.FindUserInfoRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls a copy of the service before the service itself listens. So its first callers don't wait for classes to be loaded and code
 * to be compiled. On an interpreted path a burst takes longer than Redis may.
 *
 * <p>The copy has the service's handlers, pools of the same kind, its event loops and its Redis connections. Its counts
 * are its own, so that nothing of this shows in the service's. It asks for ids that nobody has.
 *
 * <p><b>Threads</b>: called by the thread that starts the service, which it blocks, in bounded time.
 */
final class WarmUp {
    private static final Logger log = LoggerFactory.getLogger(WarmUp.class);

    /** By then the compiler has had what it needs: it looks at a method after 200 calls. */
    private static final int CALLS = 400;
    /** One call in so many is a queryItems, which is some twenty reads and subtasks by itself. */
    private static final int ITEMS_EVERY = 8;
    /** As many as the pools have threads, more or less. */
    private static final int UNDER_WAY = 16;

    private final long deadlineNanos;
    private final NanoClock clock;

    private WarmUp(Duration atMost, NanoClock clock) {
        this.clock = clock;
        this.deadlineNanos = clock.nanoTime() + atMost.toNanos();
    }

    /**
     * Warms up, for at most this long and what it takes to stop the copy. What fails here is told and harms nothing: the
     * service starts cold then.
     *
     * @param copy on a port of loopback, without TLS and credentials; it is started and stopped
     * @param connections as many as the copy has event loops, so that each is warmed
     */
    static void run(RpcServer copy, int connections, Duration atMost, NanoClock clock) {
        try (copy) {
            copy.start();
            WarmUp warmUp = new WarmUp(atMost, clock);
            int answered = 0;
            for (int i = 0; i < connections; i++) {
                answered += warmUp.call(copy.address(), Math.max(UNDER_WAY, CALLS / connections));
            }
            log.debug("warmed up by {} calls", answered);
        } catch (IOException | RuntimeException e) {
            log.warn("the warm-up ended early, the first calls may be slow: {}", e.toString());
        }
    }

    /** Calls on a connection of its own; the number of answers, of whatever kind. */
    private int call(InetSocketAddress address, int calls) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(address, leftMillis());
            socket.setTcpNoDelay(true);
            OutputStream out = new BufferedOutputStream(socket.getOutputStream());
            DataInputStream in = new DataInputStream(socket.getInputStream());
            int sent = 0;
            for (int answered = 0; answered < calls; answered++) {
                while (sent < calls && sent - answered < UNDER_WAY) {
                    send(out, sent++);
                }
                out.flush();
                socket.setSoTimeout(leftMillis());
                skipAnswer(in);
            }
            return calls;
        }
    }

    private void send(OutputStream out, int number) throws IOException {
        // nobody has a negative id
        long id = -1L - number;
        if (number % ITEMS_EVERY == 0) {
            send(
                    out,
                    number,
                    ItemServiceMethods.QUERY_ITEMS,
                    QueryItemsRequest.newBuilder().addItemIds(id).build());
        } else {
            send(
                    out,
                    number,
                    UserServiceMethods.FIND_USER_INFO,
                    FindUserInfoRequest.newBuilder().setUserId(id).build());
        }
    }

    private void send(OutputStream out, int number, RpcMethod<?, ?> method, Message request) throws IOException {
        RpcMeta meta = RpcMeta.newBuilder()
                .setRequest(RpcRequestMeta.newBuilder()
                        .setServiceName(method.serviceName())
                        .setMethodName(method.methodName())
                        .setTimeoutMs(leftMillis()))
                .setCorrelationId(number)
                .build();
        ByteBuf frame = FrameEncoder.encode(UnpooledByteBufAllocator.DEFAULT, meta, request);
        try {
            frame.readBytes(out, frame.readableBytes());
        } finally {
            frame.release();
        }
    }

    private static void skipAnswer(DataInputStream in) throws IOException {
        in.skipNBytes(4);
        int bodyBytes = in.readInt();
        in.skipNBytes(4L + bodyBytes);
    }

    /** At least 1: 0 would mean without a limit. */
    private int leftMillis() throws IOException {
        long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - clock.nanoTime());
        if (left < 1) {
            throw new IOException("the time was over");
        }
        return (int) left;
    }
}
