package dev.multipool.rpc.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.meta.RpcRequestMeta;
import dev.multipool.rpc.protocol.payload.Payloads;
import dev.multipool.user.v1.FindUserInfoRequest;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FrameDecoderTest {
    private static final FrameLimits SMALL = new FrameLimits(1024, 256);

    @Test
    void decode_ofTheGoldenRequest_givesItsFields() throws InvalidProtocolBufferException {
        try (DecodingChannel channel = DecodingChannel.withDefaults()) {
            channel.feed(Frames.GOLDEN_REQUEST);

            DecodingChannel.Decoded frame = channel.frames().get(0);
            assertThat(frame.meta()).isEqualTo(Frames.requestMeta(7));
            assertThat(FindUserInfoRequest.parseFrom(frame.payload()).getUserId())
                    .isEqualTo(42);
            assertThat(frame.attachment().isEmpty()).isTrue();
        }
    }

    @Test
    void decode_ofACppClientsRequest_givesTheFieldsThatOnlyItSends() {
        EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder(FrameLimits.DEFAULT));
        channel.writeInbound(Unpooled.wrappedBuffer(Frames.GOLDEN_CPP_REQUEST));
        RpcFrame frame = channel.readInbound();

        RpcMeta meta = frame.meta();
        assertThat(meta.getRequest().getLogId()).isEqualTo(9);
        assertThat(meta.getRequest().getRequestIdOrExtFieldsList()).containsExactly(ByteString.copyFromUtf8("r-1"));
        assertThat(meta.getRequest().getTimeoutMs()).isEqualTo(1000);
        assertThat(meta.getUserFieldsMap()).containsExactly(Map.entry("zone", "a"));
        assertThat(meta.getContentType()).isZero();
        assertThat(meta.getUnknownFields().asMap()).isEmpty();
        assertThat(Payloads.read(frame, FindUserInfoRequest.parser(), 1024).getUserId())
                .isEqualTo(42);
        frame.release();
        channel.finishAndReleaseAll();
    }

    @Test
    void decode_ofTwoFramesCutAtEveryByte_givesBothOnce() {
        byte[] attached = requestWithAttachment();
        byte[] stream = concat(Frames.GOLDEN_REQUEST, attached);
        List<String> whole = decode(stream);
        assertThat(whole).hasSize(2);

        try (DecodingChannel channel = DecodingChannel.withDefaults()) {
            for (int first = 0; first <= stream.length; first++) {
                for (int gap : new int[] {0, 1, 2, 5, 13}) {
                    int second = Math.min(first + gap, stream.length);
                    channel.feedCutAt(stream, first, second);
                    assertThat(summaries(channel))
                            .as("cut at %d and %d", first, second)
                            .isEqualTo(whole);
                }
            }
        }
    }

    @Test
    void decode_byteByByte_givesEveryFrame() {
        byte[] stream = concat(requestWithAttachment(), Frames.GOLDEN_ERROR, Frames.GOLDEN_REQUEST);

        try (DecodingChannel channel = DecodingChannel.withDefaults()) {
            for (byte b : stream) {
                channel.feed(new byte[] {b});
            }
            assertThat(summaries(channel)).isEqualTo(decode(stream)).hasSize(3);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void decode_ofRandomStreamsInRandomPieces_givesWhatWasSent(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            byte[] payload = randomBytes(random, random.nextInt(2000));
            byte[] attachment = randomBytes(random, random.nextBoolean() ? 0 : random.nextInt(2000));
            long id = random.nextLong();
            stream.writeBytes(frame(
                    Frames.requestMeta(id).toBuilder()
                            .setAttachmentSize(attachment.length)
                            .build(),
                    payload,
                    attachment));
            sent.add(new DecodingChannel.Decoded(
                            Frames.requestMeta(id), ByteString.copyFrom(payload), ByteString.copyFrom(attachment))
                    .summary());
        }
        byte[] bytes = stream.toByteArray();

        try (DecodingChannel channel = DecodingChannel.withDefaults()) {
            List<String> received = new ArrayList<>();
            for (int from = 0; from < bytes.length; ) {
                int to = Math.min(bytes.length, from + 1 + random.nextInt(3000));
                channel.feed(Arrays.copyOfRange(bytes, from, to));
                received.addAll(summaries(channel));
                from = to;
            }
            assertThat(received).isEqualTo(sent);
        }
    }

    /** Whatever arrives, and {@link FrameDecoderFuzzTest} sends more of it: no exception but FrameException, no frame larger than the limits, no leak (checked at close). */
    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void decode_ofMutatedFrames_breaksCleanlyOrDecodes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] stream = concat(Frames.GOLDEN_REQUEST, requestWithAttachment(), Frames.GOLDEN_ERROR);
        for (int round = 0; round < 150; round++) {
            byte[] mutated = stream.clone();
            for (int i = random.nextInt(4); i >= 0; i--) {
                mutated[random.nextInt(mutated.length)] = (byte) random.nextInt(256);
            }
            try (DecodingChannel channel = new DecodingChannel(SMALL)) {
                int cut = random.nextInt(mutated.length);
                channel.feedCutAt(mutated, cut);
                for (DecodingChannel.Decoded frame : channel.frames()) {
                    assertThat(frame.payload().size() + frame.attachment().size())
                            .isLessThanOrEqualTo(SMALL.maxBodyBytes());
                }
            }
        }
    }

    static Stream<Arguments> brokenStreams() {
        byte[] meta = Frames.requestMeta(7).toByteArray();
        byte[] tooMuchAttached =
                Frames.requestMeta(7).toBuilder().setAttachmentSize(1).build().toByteArray();
        byte[] negativeAttachment =
                Frames.requestMeta(7).toBuilder().setAttachmentSize(-1).build().toByteArray();
        return Stream.of(
                Arguments.of("GET ".getBytes(StandardCharsets.US_ASCII), "magic byte 0: 0x47", 0L),
                Arguments.of(new byte[] {'P', 'R', 'X'}, "magic byte 2: 0x58", 0L),
                Arguments.of(Frames.raw(1025, 0, new byte[0]), "body size: 1025 (expected: at most 1024 bytes)", 0L),
                Arguments.of(Frames.raw(0xFFFF_FFFFL, 0, new byte[0]), "body size: 4294967295", 0L),
                Arguments.of(
                        Frames.raw(10, 11, new byte[0]),
                        "meta size: 11 (expected: at most the body size, 10 bytes)",
                        0L),
                Arguments.of(Frames.raw(1000, 257, new byte[0]), "meta size: 257 (expected: at most 256 bytes)", 0L),
                Arguments.of(Frames.raw(4, 4, new byte[] {1, 2, 3, 4}), "meta: ", 0L),
                Arguments.of(
                        Frames.raw(tooMuchAttached.length, tooMuchAttached.length, tooMuchAttached),
                        "attachment_size: 1 (expected: 0 to 0, the body without its meta)",
                        7L),
                Arguments.of(
                        Frames.raw(negativeAttachment.length, negativeAttachment.length, negativeAttachment),
                        "attachment_size: -1",
                        7L),
                Arguments.of(
                        concat(Frames.raw(meta.length, meta.length, meta), new byte[] {'X'}),
                        "magic byte 0: 0x58",
                        0L));
    }

    @ParameterizedTest
    @MethodSource("brokenStreams")
    void decode_ofABrokenStream_saysWhatWasExpectedAndReadsNoFurther(byte[] stream, String message, long id) {
        try (DecodingChannel channel = new DecodingChannel(SMALL)) {
            channel.feed(stream);
            int before = channel.frames().size();
            channel.feed(Frames.GOLDEN_REQUEST);

            assertThat(channel.failure()).isNotNull().satisfies(failure -> {
                assertThat(failure).hasMessageContaining(message);
                assertThat(failure.correlationId()).isEqualTo(id);
            });
            assertThat(before).isLessThanOrEqualTo(1);
            assertThat(channel.frames()).isEmpty();
        }
    }

    @Test
    void decode_ofAMetaWithoutRequiredFields_stillTellsTheCorrelationId() {
        byte[] meta = RpcMeta.newBuilder()
                .setRequest(RpcRequestMeta.newBuilder().setServiceName("S").buildPartial())
                .setCorrelationId(9)
                .buildPartial()
                .toByteArray();

        try (DecodingChannel channel = DecodingChannel.withDefaults()) {
            channel.feed(Frames.raw(meta.length, meta.length, meta));

            RpcMeta decoded = channel.frames().get(0).meta();
            assertThat(decoded.isInitialized()).isFalse();
            assertThat(decoded.getCorrelationId()).isEqualTo(9);
        }
    }

    @Test
    void decode_ofField7AsStringAndAsMessages_takesBoth() {
        RpcMeta asString = metaWithField7(ByteString.copyFromUtf8("request-1"));
        RpcMeta asMessages = metaWithField7(
                ByteString.fromHex("0a016b120176"), // {key = "k", value = "v"}
                ByteString.fromHex("0a016c120177"));

        try (DecodingChannel channel = DecodingChannel.withDefaults()) {
            channel.feed(frame(asString, new byte[0], new byte[0]));
            channel.feed(frame(asMessages, new byte[0], new byte[0]));

            assertThat(channel.frames())
                    .extracting(frame -> frame.meta().getRequest().getRequestIdOrExtFieldsCount())
                    .containsExactly(1, 2);
        }
    }

    @Test
    void decode_ofUnknownFields_skipsThem() {
        byte[] meta = concat(Frames.requestMeta(7).toByteArray(), Frames.hex("f2060161" + "c23e0101"));

        try (DecodingChannel channel = DecodingChannel.withDefaults()) {
            channel.feed(Frames.raw(meta.length, meta.length, meta)); // fields 110 and 1000

            assertThat(channel.frames()).singleElement().satisfies(frame -> assertThat(
                            frame.meta().getCorrelationId())
                    .isEqualTo(7));
        }
    }

    private static RpcMeta metaWithField7(ByteString... values) {
        RpcMeta.Builder meta = Frames.requestMeta(7).toBuilder();
        meta.getRequestBuilder().addAllRequestIdOrExtFields(Arrays.asList(values));
        return meta.build();
    }

    private static byte[] requestWithAttachment() {
        return frame(
                Frames.requestMeta(8).toBuilder().setAttachmentSize(5).build(),
                Frames.request(43).toByteArray(),
                new byte[] {5, 4, 3, 2, 1});
    }

    private static byte[] frame(RpcMeta meta, byte[] payload, byte[] attachment) {
        byte[] metaBytes = meta.toByteArray();
        return Frames.raw(
                metaBytes.length + payload.length + attachment.length,
                metaBytes.length,
                concat(metaBytes, payload, attachment));
    }

    private static List<String> decode(byte[] stream) {
        try (DecodingChannel channel = DecodingChannel.withDefaults()) {
            channel.feed(stream);
            return summaries(channel);
        }
    }

    private static List<String> summaries(DecodingChannel channel) {
        return channel.frames().stream().map(DecodingChannel.Decoded::summary).toList();
    }

    private static byte[] randomBytes(SplittableRandom random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
