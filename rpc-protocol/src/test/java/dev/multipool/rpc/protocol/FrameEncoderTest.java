package dev.multipool.rpc.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.meta.RpcResponseMeta;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameEncoderTest {
    private static final UnpooledByteBufAllocator ALLOCATOR = UnpooledByteBufAllocator.DEFAULT;

    @Test
    void encode_ofARequest_givesTheGoldenBytes() {
        ByteBuf frame = FrameEncoder.encode(ALLOCATOR, Frames.requestMeta(7), Frames.request(42));

        assertThat(Frames.drain(frame)).isEqualTo(Frames.GOLDEN_REQUEST);
    }

    @Test
    void encode_intoAPooledDirectBuffer_givesTheSameBytes() {
        ByteBuf frame = FrameEncoder.encode(PooledByteBufAllocator.DEFAULT, Frames.requestMeta(7), Frames.request(42));

        assertThat(frame.isDirect()).isTrue();
        assertThat(Frames.drain(frame)).isEqualTo(Frames.GOLDEN_REQUEST);
    }

    @Test
    void encode_ofAnError_givesTheGoldenBytes() {
        RpcMeta meta = RpcMeta.newBuilder()
                .setResponse(RpcResponseMeta.newBuilder()
                        .setErrorCode(RpcErrorCode.ELIMIT.number())
                        .setErrorText("pool full"))
                .setCorrelationId(7)
                .build();

        assertThat(Frames.drain(FrameEncoder.encode(ALLOCATOR, meta))).isEqualTo(Frames.GOLDEN_ERROR);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 127, 128, 16_384, 1L << 35, Long.MAX_VALUE, -1, Long.MIN_VALUE})
    void encodeSuccess_givesTheBytesOfItsMeta(long correlationId) {
        RpcMeta meta = RpcMeta.newBuilder()
                .setResponse(RpcResponseMeta.getDefaultInstance())
                .setCorrelationId(correlationId)
                .build();

        byte[] frame = Frames.drain(FrameEncoder.encodeSuccess(ALLOCATOR, correlationId, Frames.request(42)));

        assertThat(frame).isEqualTo(Frames.drain(FrameEncoder.encode(ALLOCATOR, meta, Frames.request(42))));
        assertThat(FrameEncoder.successBodyBytes(correlationId, Frames.request(42)))
                .isEqualTo(frame.length - FrameLayout.HEADER_BYTES);
    }

    @Test
    void encode_ofBuffers_keepsThemUncopied() {
        ByteBuf payload = Unpooled.directBuffer().writeBytes(new byte[] {0x08, 42});
        ByteBuf attachment = Unpooled.directBuffer().writeBytes(new byte[] {1, 2, 3});
        RpcMeta meta = Frames.requestMeta(7).toBuilder().setAttachmentSize(3).build();

        ByteBuf frame = FrameEncoder.encode(ALLOCATOR, meta, payload, attachment);
        payload.setByte(1, 43); // seen through the frame: the bytes are shared
        try (DecodingChannel channel = DecodingChannel.withDefaults()) {
            channel.feed(Frames.drain(frame));

            assertThat(channel.frames()).singleElement().satisfies(decoded -> {
                assertThat(decoded.payload().toByteArray()).containsExactly(0x08, 43);
                assertThat(decoded.attachment().toByteArray()).containsExactly(1, 2, 3);
            });
        }
        assertThat(payload.refCnt()).isZero();
        assertThat(attachment.refCnt()).isZero();
    }

    @Test
    void encode_withAWrongAttachmentSize_releasesBothBuffers() {
        ByteBuf payload = Unpooled.buffer().writeByte(1);
        ByteBuf attachment = Unpooled.buffer().writeByte(2);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> FrameEncoder.encode(ALLOCATOR, Frames.requestMeta(7), payload, attachment))
                .withMessage("attachment_size: 0 (expected: 1, the attachment's size)");
        assertThat(payload.refCnt()).isZero();
        assertThat(attachment.refCnt()).isZero();
    }

    @Test
    void bodyBytes_isWhatTheHeaderSays() {
        assertThat(FrameEncoder.bodyBytes(Frames.requestMeta(7), Frames.request(42)))
                .isEqualTo(54);
    }
}
