package dev.multipool.deploy.attack;

import com.google.protobuf.ByteString;
import dev.multipool.rpc.protocol.FrameEncoder;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.meta.RpcRequestMeta;
import dev.multipool.user.v1.FindUserInfoRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/** What hostile peers send. */
final class Bytes {
    private static final int GZIP = 2;
    private static final int BOMB_BYTES = 1 << 30;
    private static final int GARBAGE_BYTES = 4 << 10;

    private Bytes() {}

    /** The first so many bytes of a frame whose header promises a body of one more, almost all of it payload. */
    static byte[] unfinishedFrame(int bytes) {
        return ByteBuffer.allocate(bytes)
                .put("PRPC".getBytes(StandardCharsets.US_ASCII))
                .putInt(bytes)
                .putInt(20)
                .array();
    }

    /** A whole header that promises all that its field can say. */
    static byte[] impossibleSize() {
        return ByteBuffer.allocate(12)
                .put("PRPC".getBytes(StandardCharsets.US_ASCII))
                .putInt(Integer.MAX_VALUE)
                .putInt(20)
                .array();
    }

    static byte[] garbage(Random random) {
        byte[] garbage = new byte[GARBAGE_BYTES];
        random.nextBytes(garbage);
        return garbage;
    }

    /** What a client of HTTP/2 sends first, with empty settings. */
    static byte[] http2Preface() {
        return "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0".getBytes(StandardCharsets.ISO_8859_1);
    }

    /** So many calls of findUserInfo. */
    static byte[] calls(ByteString credential, int calls) {
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        for (int id = 1; id <= calls; id++) {
            byte[] request =
                    FindUserInfoRequest.newBuilder().setUserId(1).build().toByteArray();
            frames.writeBytes(frame(meta(credential, id).build(), request));
        }
        return frames.toByteArray();
    }

    /** A call whose payload of a megabyte unpacks to a gigabyte. */
    static byte[] bomb(ByteString credential) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            byte[] zeros = new byte[1 << 20];
            for (int written = 0; written < BOMB_BYTES; written += zeros.length) {
                gzip.write(zeros);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return frame(meta(credential, 1).setCompressType(GZIP).build(), packed.toByteArray());
    }

    /** What a client of TLS sends first. */
    static byte[] clientHello() {
        try {
            SSLEngine engine = SSLContext.getDefault().createSSLEngine();
            engine.setUseClientMode(true);
            ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
            engine.wrap(ByteBuffer.allocate(0), hello);
            byte[] bytes = new byte[hello.flip().remaining()];
            hello.get(bytes);
            return bytes;
        } catch (SSLException | java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static RpcMeta.Builder meta(ByteString credential, long id) {
        return RpcMeta.newBuilder()
                .setRequest(RpcRequestMeta.newBuilder()
                        .setServiceName("multipool.user.v1.UserService")
                        .setMethodName("findUserInfo"))
                .setAuthenticationData(credential)
                .setCorrelationId(id);
    }

    private static byte[] frame(RpcMeta meta, byte[] payload) {
        ByteBuf frame = FrameEncoder.encode(
                UnpooledByteBufAllocator.DEFAULT, meta, Unpooled.wrappedBuffer(payload), Unpooled.EMPTY_BUFFER);
        try {
            return ByteBufUtil.getBytes(frame);
        } finally {
            frame.release();
        }
    }
}
