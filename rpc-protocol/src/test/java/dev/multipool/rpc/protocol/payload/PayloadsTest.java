package dev.multipool.rpc.protocol.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.google.protobuf.ByteString;
import dev.multipool.rpc.protocol.FrameDecoder;
import dev.multipool.rpc.protocol.FrameLimits;
import dev.multipool.rpc.protocol.RpcFrame;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.meta.RpcResponseMeta;
import dev.multipool.user.v1.FindUserInfoRequest;
import dev.multipool.user.v1.UserInfo;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class PayloadsTest {
    private static final UnpooledByteBufAllocator ALLOCATOR = UnpooledByteBufAllocator.DEFAULT;
    private static final int MAX_BYTES = 1 << 20;

    static Stream<Arguments> formats() {
        return Stream.of(Compression.values()).flatMap(compression -> Stream.of(false, true)
                .map(checksum -> Arguments.of(new PayloadFormat(compression, checksum))));
    }

    @ParameterizedTest
    @MethodSource("formats")
    void read_ofWhatWasWritten_givesTheMessage(PayloadFormat format) {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 40; i++) {
            UserInfo message = user(random, random.nextInt(i < 38 ? 2_000 : 300_000));

            RpcFrame frame = frame(message, format);

            assertThat(frame.meta().getCompressType())
                    .isEqualTo(format.compression().number());
            assertThat(frame.meta().getChecksumType()).isEqualTo(format.checksum() ? 1 : 0);
            assertThat(Payloads.read(frame, UserInfo.parser(), MAX_BYTES)).isEqualTo(message);
            frame.release();
        }
    }

    @ParameterizedTest
    @MethodSource("formats")
    void frame_withAnAttachment_carriesItUncompressed_andUnderTheChecksum(PayloadFormat format) {
        UserInfo message = user(new SplittableRandom(2), 500);
        ByteString attachment = ByteString.copyFromUtf8("attached ".repeat(100));

        RpcFrame frame =
                decode(Payloads.frame(ALLOCATOR, RpcMeta.newBuilder(), message, format, attachment, MAX_BYTES));

        assertThat(frame.copyAttachment()).isEqualTo(attachment);
        assertThat(frame.meta().getAttachmentSize()).isEqualTo(attachment.size());
        assertThat(frame.meta().getChecksumWithAttachment()).isEqualTo(format.checksum());
        assertThat(Payloads.read(frame, UserInfo.parser(), MAX_BYTES)).isEqualTo(message);
        frame.attachment().setByte(7, 'x');
        if (format.checksum()) {
            assertThatExceptionOfType(PayloadException.class)
                    .isThrownBy(() -> Payloads.read(frame, UserInfo.parser(), MAX_BYTES))
                    .withMessageStartingWith("has checksum_value");
        }
        frame.release();
    }

    @Test
    void frame_whoseAttachmentMakesItTooLarge_isRefused() {
        ByteString attachment = ByteString.copyFrom(new byte[MAX_BYTES]);

        assertThatExceptionOfType(PayloadException.class)
                .isThrownBy(() -> Payloads.frame(
                        ALLOCATOR,
                        RpcMeta.newBuilder(),
                        FindUserInfoRequest.newBuilder().setUserId(1).build(),
                        PayloadFormat.PLAIN,
                        attachment,
                        MAX_BYTES))
                .withMessage("has " + (MAX_BYTES + 2) + " bytes (expected: at most " + MAX_BYTES + ")");
    }

    /** Snappy and lz4 by hand from their descriptions, gzip and zlib by another implementation. */
    @ParameterizedTest
    @CsvSource({
        "0, 082a",
        "1, 0204082a",
        "2, 1f8b0800000000000203e3d002002151bb5202000000",
        "3, 789ce3d00200003c0033",
        "4, 0220082a",
    })
    void read_ofGoldenBytes_givesTheMessage(int compressType, String hex) {
        RpcMeta meta = RpcMeta.newBuilder().setCompressType(compressType).build();

        assertThat(read(meta, HexFormat.of().parseHex(hex)).getUserId()).isEqualTo(42);
    }

    @Test
    void read_withTheGoldenChecksum_givesTheMessage() {
        RpcMeta meta = RpcMeta.newBuilder()
                .setChecksumType(1)
                .setChecksumValue(ByteString.fromHex("c79b392c"))
                .build();

        assertThat(read(meta, HexFormat.of().parseHex("082a")).getUserId()).isEqualTo(42);
    }

    @ParameterizedTest
    @CsvSource({"0, c79b392d, 0xc79b392d", "2, c79b392c, 0xc79b392c", "0, c79b39, of 3 bytes", "0, '', of 0 bytes"})
    void read_withAWrongChecksum_saysBoth(int compressType, String claimed, String shown) {
        RpcMeta meta = RpcMeta.newBuilder()
                .setCompressType(compressType)
                .setChecksumType(1)
                .setChecksumValue(ByteString.fromHex(claimed))
                .build();
        byte[] payload = HexFormat.of().parseHex(compressType == 0 ? "082a" : "1f8b08000000000002");

        assertThatExceptionOfType(PayloadException.class)
                .isThrownBy(() -> read(meta, payload))
                .withMessageMatching("has checksum_value " + shown
                        + " \\(expected: 0x\\p{XDigit}+, the masked CRC-32C of its bytes\\)");
    }

    @ParameterizedTest
    @EnumSource(names = {"GZIP", "ZLIB", "SNAPPY", "LZ4"})
    void read_ofABomb_stopsAtTheBound(Compression compression) throws IOException {
        byte[] bomb = compression.compress(new byte[20 << 20]);
        RpcMeta meta =
                RpcMeta.newBuilder().setCompressType(compression.number()).build();

        assertThatExceptionOfType(PayloadException.class)
                .isThrownBy(() -> read(meta, bomb))
                .withMessageMatching("unpacks to (more than 1048576|20971520) bytes \\(expected: at most 1048576\\)");
    }

    @ParameterizedTest
    @CsvSource({"1, ffffffff0f04082a", "4, ffffffff0f20082a", "1, 8180804004082a", "4, 8180804020082a"})
    void read_ofAClaimThatNothingBacks_allocatesNothingByIt(int compressType, String hex) {
        RpcMeta meta = RpcMeta.newBuilder().setCompressType(compressType).build();

        assertThatExceptionOfType(PayloadException.class)
                .isThrownBy(() -> read(meta, HexFormat.of().parseHex(hex)))
                .withMessageMatching("unpacks to \\d+ bytes \\(expected: at most 1048576\\)"
                        + "|can't be unpacked: .* invalid uncompressed length .*");
    }

    @ParameterizedTest
    @CsvSource({
        "1, ''",
        "1, 0504082a",
        "1, 0104082a",
        "2, ''",
        "2, 082a",
        "2, 1f8b0800000000000203e3d0",
        "3, 082a",
        "3, 789ce3",
        "4, ''",
        "4, 0520082a",
        "4, 0120082a",
    })
    void read_ofBytesThatAreNotCompressed_saysByWhat(int compressType, String hex) {
        RpcMeta meta = RpcMeta.newBuilder().setCompressType(compressType).build();

        assertThatExceptionOfType(PayloadException.class)
                .isThrownBy(() -> read(meta, HexFormat.of().parseHex(hex)))
                .withMessageStartingWith("can't be unpacked: ")
                .withMessageEndingWith("(expected: bytes compressed by " + Compression.forNumber(compressType) + ")");
    }

    @Test
    void snappy_whoseLibraryCannotBeLoaded_refusesEachMessage_andTriesOnce() {
        AtomicInteger tries = new AtomicInteger();
        SnappyCodec codec = new SnappyCodec(() -> {
            tries.incrementAndGet();
            throw new UnsatisfiedLinkError("failed to map segment from shared object");
        });

        for (int i = 0; i < 3; i++) {
            assertThatIOException()
                    .isThrownBy(() -> codec.decompress(new byte[] {2, 4, 8, 42}, MAX_BYTES))
                    .withMessage("its native library can't be loaded here (UnsatisfiedLinkError)");
            assertThatIOException().isThrownBy(() -> codec.compress(new byte[] {8, 42}));
        }
        assertThat(tries).hasValue(1);
    }

    @Test
    void read_ofZlibWithAPresetDictionary_isRefused() {
        Deflater deflater = new Deflater();
        deflater.setDictionary("a dictionary".getBytes(StandardCharsets.US_ASCII));
        deflater.setInput(new byte[] {8, 42});
        deflater.finish();
        byte[] compressed = new byte[100];
        int length = deflater.deflate(compressed);
        deflater.end();
        RpcMeta meta =
                RpcMeta.newBuilder().setCompressType(Compression.ZLIB.number()).build();

        assertThatExceptionOfType(PayloadException.class)
                .isThrownBy(() -> read(meta, Arrays.copyOf(compressed, length)))
                .withMessage("can't be unpacked: it needs a preset dictionary (expected: bytes compressed by zlib)");
    }

    @ParameterizedTest
    @EnumSource(names = {"GZIP", "ZLIB", "SNAPPY", "LZ4"})
    void read_ofMutatedBytes_givesAMessageOrAPayloadException(Compression compression) throws IOException {
        SplittableRandom random = new SplittableRandom(compression.number());
        byte[] good = compression.compress(user(random, 300).toByteArray());
        RpcMeta meta =
                RpcMeta.newBuilder().setCompressType(compression.number()).build();
        int refused = 0;
        for (int round = 0; round < 250; round++) {
            byte[] mutated = good.clone();
            for (int i = random.nextInt(4); i >= 0; i--) {
                mutated[random.nextInt(mutated.length)] = (byte) random.nextInt(256);
            }
            RpcFrame frame = decode(meta, Unpooled.wrappedBuffer(mutated));
            try {
                Payloads.read(frame, UserInfo.parser(), MAX_BYTES);
            } catch (PayloadException e) {
                refused++;
            } finally {
                frame.release();
            }
        }
        assertThat(refused).isPositive();
    }

    @ParameterizedTest
    @CsvSource({"-1, 0, compress_type -1", "5, 0, compress_type 5", "0, 2, checksum_type 2", "2, -1, checksum_type -1"})
    void of_anUnknownType_saysWhatThereIs(int compressType, int checksumType, String seen) {
        RpcMeta meta = RpcMeta.newBuilder()
                .setCompressType(compressType)
                .setChecksumType(checksumType)
                .build();

        assertThatExceptionOfType(PayloadException.class)
                .isThrownBy(() -> PayloadFormat.of(meta))
                .withMessageStartingWith("has " + seen + " (expected: 0 none");
    }

    @Test
    void frame_ofAMessageAboveTheBound_isRefusedHoweverSmallItPacks() {
        UserInfo message = UserInfo.newBuilder().setName("x".repeat(MAX_BYTES)).build();

        for (Compression compression : Compression.values()) {
            assertThatExceptionOfType(PayloadException.class)
                    .isThrownBy(() -> frame(message, new PayloadFormat(compression, false)))
                    .withMessageContaining("bytes (expected: at most 1048576)");
        }
    }

    private static UserInfo user(SplittableRandom random, int bytes) {
        byte[] hash = new byte[bytes];
        random.nextBytes(hash);
        return UserInfo.newBuilder()
                .setId(random.nextLong())
                .setName("name ".repeat(bytes / 5))
                .setAvatarHash(ByteString.copyFrom(hash))
                .build();
    }

    private static FindUserInfoRequest read(RpcMeta meta, byte[] payload) {
        RpcFrame frame = decode(meta, Unpooled.wrappedBuffer(payload));
        try {
            return Payloads.read(frame, FindUserInfoRequest.parser(), MAX_BYTES);
        } finally {
            frame.release();
        }
    }

    private static RpcFrame frame(UserInfo message, PayloadFormat format) {
        RpcMeta.Builder meta = RpcMeta.newBuilder().setResponse(RpcResponseMeta.getDefaultInstance());
        return decode(Payloads.frame(ALLOCATOR, meta, message, format, MAX_BYTES));
    }

    private static RpcFrame decode(RpcMeta meta, ByteBuf payload) {
        byte[] metaBytes = meta.toByteArray();
        return decode(Unpooled.wrappedBuffer(
                Unpooled.buffer()
                        .writeBytes(new byte[] {'P', 'R', 'P', 'C'})
                        .writeInt(metaBytes.length + payload.readableBytes())
                        .writeInt(metaBytes.length)
                        .writeBytes(metaBytes),
                payload));
    }

    private static RpcFrame decode(ByteBuf bytes) {
        EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder(new FrameLimits(4 << 20, 1024)));
        channel.writeInbound(bytes);
        RpcFrame frame = channel.readInbound();
        channel.finishAndReleaseAll();
        return frame;
    }
}
