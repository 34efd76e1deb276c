package dev.multipool.rpc.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.multipool.rpc.protocol.DecodingChannel.Decoded;
import dev.multipool.rpc.protocol.payload.PayloadException;
import dev.multipool.rpc.protocol.payload.Payloads;
import dev.multipool.user.v1.UserInfo;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetector.Level;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever the bytes, the decoder makes frames within its limits or one {@link FrameException}, the same ones however the
 * stream is cut, and frees every buffer; and a payload is read, or refused with a {@link PayloadException}.
 */
class FrameDecoderFuzzTest {
    private static final int INPUTS = 5_000;
    private static final FrameLimits LIMITS = new FrameLimits(1024, 512);
    private static final Level LEVEL = ResourceLeakDetector.getLevel();
    private static final int MAX_MESSAGE_BYTES = 4096;

    private final StreamFuzzer fuzzer = new StreamFuzzer(Corpus.load(), 600);

    /** What leaks is seen here by counts; to note down every use of every buffer as well takes ten times as long. */
    @BeforeAll
    static void trackBuffersSimply() {
        ResourceLeakDetector.setLevel(Level.SIMPLE);
    }

    @AfterAll
    static void trackBuffersAsBefore() {
        ResourceLeakDetector.setLevel(LEVEL);
    }

    @Test
    void corpus_isTakenOrRefusedInOrder() {
        Corpus.load().forEach(stream -> check(stream, new SplittableRandom(1)));
    }

    @Test
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    void anyStream_isTakenOrRefusedInOrder() {
        FuzzRun run = FuzzRun.of(INPUTS);
        int taken = 0;
        int broken = 0;
        for (int i = 0; i < run.inputs(); i++) {
            byte[] stream = fuzzer.input(run.seed() + i);
            try {
                StreamOutline outline = check(stream, new SplittableRandom(run.seed() + i));
                taken += outline.frames() > 0 ? 1 : 0;
                broken += outline.broken() != null ? 1 : 0;
            } catch (Throwable t) {
                throw new AssertionError(run.replay(i) + ": " + HexFormat.of().formatHex(stream), t);
            }
        }
        // fuzzing says little when its inputs are all of one kind
        if (run.inputs() >= INPUTS) {
            assertThat(taken).isGreaterThan(run.inputs() / 4);
            assertThat(broken).isGreaterThan(run.inputs() / 4);
        }
    }

    private static StreamOutline check(byte[] stream, SplittableRandom random) {
        List<Decoded> whole;
        StreamOutline outline;
        try (DecodingChannel channel = new DecodingChannel(LIMITS)) {
            channel.feed(stream);
            whole = channel.frames();
            outline = new StreamOutline(whole.size(), channel.failure(), channel.isInFrame());
        }
        try (DecodingChannel channel = new DecodingChannel(LIMITS)) {
            channel.feedCutAt(
                    stream,
                    random.ints(random.nextInt(4), 0, stream.length + 1)
                            .sorted()
                            .toArray());
            assertThat(channel.frames()).isEqualTo(whole);
            assertThat(text(channel.failure())).isEqualTo(text(outline.broken()));
            assertThat(channel.isInFrame()).isEqualTo(outline.unfinished());
        }
        whole.forEach(FrameDecoderFuzzTest::check);
        return outline;
    }

    private static String text(@Nullable Throwable failure) {
        return String.valueOf(failure);
    }

    private static void check(Decoded frame) {
        assertThat(frame.meta().getSerializedSize()).isLessThanOrEqualTo(LIMITS.maxMetaBytes());
        assertThat(frame.payload().size() + frame.attachment().size()).isLessThanOrEqualTo(LIMITS.maxBodyBytes());
        if (frame.meta().isInitialized()) {
            assertThat(decodedAgain(frame)).isEqualTo(frame);
        }
        RpcFrame received = new RpcFrame(
                frame.meta(),
                frame.meta().getCorrelationId(),
                Unpooled.wrappedBuffer(frame.payload().toByteArray()),
                Unpooled.wrappedBuffer(frame.attachment().toByteArray()));
        try {
            UserInfo message = Payloads.read(received, UserInfo.parser(), MAX_MESSAGE_BYTES);
            assertThat(message.getSerializedSize()).isLessThanOrEqualTo(2 * MAX_MESSAGE_BYTES);
        } catch (PayloadException e) {
            assertThat(e.getMessage()).contains("expected: ");
        } finally {
            received.release();
        }
    }

    /** What our encoder makes of a frame must come out of the decoder as it went in. */
    private static Decoded decodedAgain(Decoded frame) {
        try (DecodingChannel channel = DecodingChannel.withDefaults()) {
            channel.feed(Frames.drain(FrameEncoder.encode(
                    UnpooledByteBufAllocator.DEFAULT,
                    frame.meta(),
                    Unpooled.wrappedBuffer(bytes(frame.payload())),
                    Unpooled.wrappedBuffer(bytes(frame.attachment())))));
            return channel.frames().get(0);
        }
    }

    private static byte[] bytes(ByteString content) {
        return content.toByteArray();
    }
}
