package dev.multipool.rpc.server;

import dev.multipool.rpc.protocol.FrameEncoder;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.meta.RpcRequestMeta;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;

/** A plain socket that sends whatever bytes a test wants and reads response metas: the peer that no client would be. */
public final class RawConnection implements AutoCloseable {
    private static final int READ_TIMEOUT_MILLIS = 30_000;
    private static final int RECEIVE_BUFFER_BYTES = 256 << 10;

    private final Socket socket;
    private final DataInputStream in;

    RawConnection(RpcServer server) throws IOException {
        this(server.address().getPort());
    }

    public RawConnection(int port) throws IOException {
        socket = new Socket();
        // fixed, since systems let it grow to 6 or 32 MiB by themselves: a peer that does not read is to be noticed
        socket.setReceiveBufferSize(RECEIVE_BUFFER_BYTES);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(READ_TIMEOUT_MILLIS);
        in = new DataInputStream(socket.getInputStream());
    }

    public static RpcMeta.Builder request(String service, String method, long correlationId) {
        return RpcMeta.newBuilder()
                .setRequest(RpcRequestMeta.newBuilder().setServiceName(service).setMethodName(method))
                .setCorrelationId(correlationId);
    }

    public void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    public void send(RpcMeta meta, byte[] payload) throws IOException {
        send(FrameEncoder.encode(
                UnpooledByteBufAllocator.DEFAULT, meta, Unpooled.wrappedBuffer(payload), Unpooled.EMPTY_BUFFER));
    }

    public void send(ByteBuf frame) throws IOException {
        try {
            send(ByteBufUtil.getBytes(frame));
        } finally {
            frame.release();
        }
    }

    /** The next frame's meta; its payload is skipped. */
    public RpcMeta receive() throws IOException {
        in.skipNBytes(4);
        int bodyBytes = in.readInt();
        int metaBytes = in.readInt();
        RpcMeta meta = RpcMeta.parseFrom(in.readNBytes(metaBytes));
        in.skipNBytes(bodyBytes - metaBytes);
        return meta;
    }

    /** Whether the server has closed the connection; waits for that. */
    boolean isClosedByServer() throws IOException {
        try {
            return in.read() == -1;
        } catch (SocketException e) {
            // a server that closes with bytes of ours unread resets the connection
            return true;
        }
    }

    /** As {@link #isClosedByServer()}, when up to so many bytes of answers may come before the end. */
    boolean isClosedByServer(int atMostBytes) throws IOException {
        try {
            return in.readNBytes(atMostBytes).length < atMostBytes;
        } catch (SocketException e) {
            return true;
        }
    }

    /** Ends the connection as a peer does that crashes: with a reset. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
