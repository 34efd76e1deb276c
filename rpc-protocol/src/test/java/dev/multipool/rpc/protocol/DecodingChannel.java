package dev.multipool.rpc.protocol;

import com.google.protobuf.ByteString;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Feeds bytes to a {@link FrameDecoder} and keeps what came out; every buffer it made must be free at its end. */
final class DecodingChannel implements AutoCloseable {
    /** A frame's content, copied out. */
    record Decoded(RpcMeta meta, ByteString payload, ByteString attachment) {
        String summary() {
            return meta.getCorrelationId() + ":" + hex(payload) + ":" + hex(attachment);
        }

        private static String hex(ByteString bytes) {
            return HexFormat.of().formatHex(bytes.toByteArray());
        }
    }

    private final EmbeddedChannel channel;
    private final List<ByteBuf> fed = new ArrayList<>();
    private @Nullable FrameException failure;

    DecodingChannel(FrameLimits limits) {
        channel = new EmbeddedChannel(new FrameDecoder(limits));
    }

    static DecodingChannel withDefaults() {
        return new DecodingChannel(FrameLimits.DEFAULT);
    }

    private static ByteString copy(ByteBuf buffer) {
        return ByteString.copyFrom(buffer.nioBuffer());
    }

    void feed(byte[] bytes) {
        ByteBuf buffer = Unpooled.directBuffer(Math.max(1, bytes.length)).writeBytes(bytes);
        fed.add(buffer);
        try {
            channel.writeInbound(buffer);
        } catch (FrameException e) {
            if (failure != null) {
                throw new AssertionError("a broken stream is reported once", e);
            }
            failure = e;
        }
    }

    void feedCutAt(byte[] bytes, int... cuts) {
        int from = 0;
        for (int cut : cuts) {
            feed(Arrays.copyOfRange(bytes, from, cut));
            from = cut;
        }
        feed(Arrays.copyOfRange(bytes, from, bytes.length));
    }

    List<Decoded> frames() {
        List<Decoded> frames = new ArrayList<>();
        for (RpcFrame frame = channel.readInbound(); frame != null; frame = channel.readInbound()) {
            frames.add(new Decoded(frame.meta(), copy(frame.payload()), copy(frame.attachment())));
            frame.release();
        }
        return frames;
    }

    boolean isInFrame() {
        return channel.pipeline().get(FrameDecoder.class).isInFrame();
    }

    @Nullable
    FrameException failure() {
        return failure;
    }

    @Override
    public void close() {
        frames();
        channel.finishAndReleaseAll();
        for (ByteBuf buffer : fed) {
            if (buffer.refCnt() != 0) {
                throw new AssertionError(
                        "a buffer of " + buffer.capacity() + " bytes leaked, refCnt " + buffer.refCnt());
            }
        }
    }
}
