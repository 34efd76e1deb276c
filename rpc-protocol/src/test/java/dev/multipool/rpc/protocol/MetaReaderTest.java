package dev.multipool.rpc.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import dev.multipool.rpc.protocol.meta.RpcRequestMeta;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MetaReaderTest {
    private static final int CORRELATION_ID_TAG = 0x20;
    private static final int STREAM_SETTINGS_AS_VARINT_TAG = 0x40;
    private static final long[] IDS = {0, 1, 127, 128, 1L << 35, Long.MAX_VALUE, -1, Long.MIN_VALUE, 42};

    private final MetaReader reader = new MetaReader();

    @Test
    void metasThatDifferInTheirCorrelationIdAlone_shareTheMessage() {
        RpcMeta first = read(Frames.requestMeta(7).toByteArray());

        for (long id : IDS) {
            assertThat(read(Frames.requestMeta(id).toByteArray())).isSameAs(first);
            assertThat(reader.correlationId()).isEqualTo(id);
        }
    }

    @Test
    void metasThatDifferInMore_areReadAsTheyAre() {
        RpcMeta other = Frames.requestMeta(7).toBuilder()
                .setRequest(Frames.requestMeta(7).getRequest().toBuilder().setTimeoutMs(1001))
                .build();
        read(Frames.requestMeta(7).toByteArray());

        assertThat(read(other.toByteArray())).isEqualTo(other);
        assertThat(read(other.toBuilder().setAttachmentSize(3).build().toByteArray())
                        .getAttachmentSize())
                .isEqualTo(3);
        assertThat(read(Frames.requestMeta(8).toByteArray())).isEqualTo(Frames.requestMeta(7));
    }

    @Test
    void metaWithoutOrWithTwoCorrelationIds_isParsed() throws IOException {
        byte[] none =
                Frames.requestMeta(7).toBuilder().clearCorrelationId().build().toByteArray();
        byte[] two = concat(Frames.requestMeta(7).toByteArray(), correlationId(9));

        for (int i = 0; i < 3; i++) {
            assertThat(read(none).hasCorrelationId()).isFalse();
            assertThat(reader.correlationId()).isZero();
            read(two);
            assertThat(reader.correlationId()).isEqualTo(9);
        }
    }

    @Test
    void bytesThatBreakOffOrRunOn_areNoMeta() throws IOException {
        byte[] good = Frames.requestMeta(1L << 40).toByteArray();
        read(good);
        byte[] endless = concat(Arrays.copyOf(good, good.length - 6), endlessVarint());

        for (byte[] bad : List.of(Arrays.copyOf(good, good.length - 1), endless)) {
            assertThatExceptionOfType(FrameException.class)
                    .isThrownBy(() -> read(bad))
                    .withMessageStartingWith("meta: ")
                    .withMessageEndingWith("(expected: an RpcMeta message)");
        }
        assertThat(read(good).getCorrelationId()).isEqualTo(1L << 40);
    }

    /** Found by {@link StreamFuzzer}: a field whose varint Protobuf reads, but refuses to skip. */
    @Test
    void aVarintThatIsReadButNotSkipped_isReadAsProtobufReadsIt() throws IOException {
        byte[] bytes = new byte[11];
        Arrays.fill(bytes, (byte) 0xFF);
        bytes[0] = STREAM_SETTINGS_AS_VARINT_TAG;

        for (int i = 0; i < 3; i++) {
            assertThat(read(bytes)).isEqualTo(RpcMeta.parser().parsePartialFrom(bytes));
        }
        assertThat(read(Frames.requestMeta(7).toByteArray())).isEqualTo(Frames.requestMeta(7));
    }

    /** Whatever comes, in whatever order, is read as Protobuf reads it. */
    @Test
    void randomMetas_areReadAsTheParserReadsThem() throws IOException {
        assertAreReadAsTheParserReadsThem(11, 20_000);
    }

    @Test
    @Tag("full")
    void manyMoreRandomMetas_areReadAsTheParserReadsThem() throws IOException {
        assertAreReadAsTheParserReadsThem(12, 400_000);
    }

    private void assertAreReadAsTheParserReadsThem(long seed, int metas) throws IOException {
        Random random = new Random(seed);
        byte[] previous = Frames.requestMeta(7).toByteArray();
        for (int i = 0; i < metas; i++) {
            byte[] bytes = next(random, previous);
            RpcMeta expected = parse(bytes);
            if (expected == null) {
                assertThatExceptionOfType(FrameException.class).isThrownBy(() -> read(bytes));
            } else {
                RpcMeta shared = read(bytes);
                assertThat(reader.correlationId()).isEqualTo(expected.getCorrelationId());
                assertThat(shared.toBuilder().clearCorrelationId().buildPartial())
                        .isEqualTo(expected.toBuilder().clearCorrelationId().buildPartial());
                previous = bytes;
            }
        }
    }

    private static byte[] next(Random random, byte[] previous) throws IOException {
        switch (random.nextInt(4)) {
            case 0 -> {
                byte[] mutated = previous.clone();
                if (mutated.length > 0) {
                    mutated[random.nextInt(mutated.length)] = (byte) random.nextInt();
                }
                return mutated;
            }
            case 1 -> {
                RpcMeta.Builder meta = RpcMeta.newBuilder()
                        .setRequest(RpcRequestMeta.newBuilder()
                                .setServiceName("s" + random.nextInt(2))
                                .setMethodName("m"));
                if (random.nextInt(3) == 0) {
                    meta.setAuthenticationData(ByteString.copyFromUtf8("a".repeat(random.nextInt(600))));
                }
                return concat(correlationId(random.nextLong()), meta.build().toByteArray());
            }
            default -> {
                return Frames.requestMeta(IDS[random.nextInt(IDS.length)]).toByteArray();
            }
        }
    }

    private RpcMeta read(byte[] bytes) {
        // not at the buffer's beginning, as in a stream
        ByteBuf buffer = Unpooled.buffer().writeLong(1).writeBytes(bytes);
        return reader.read(buffer.skipBytes(Long.BYTES));
    }

    @SuppressWarnings("NullAway") // null is: no meta
    private static RpcMeta parse(byte[] bytes) {
        try {
            return RpcMeta.parser().parsePartialFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            return null;
        }
    }

    private static byte[] correlationId(long id) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        out.writeUInt32NoTag(CORRELATION_ID_TAG);
        out.writeUInt64NoTag(id);
        out.flush();
        return bytes.toByteArray();
    }

    private static byte[] endlessVarint() {
        byte[] bytes = new byte[11];
        Arrays.fill(bytes, (byte) 0xFF);
        return bytes;
    }

    private static byte[] concat(byte[] first, byte[] second) {
        byte[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }
}
