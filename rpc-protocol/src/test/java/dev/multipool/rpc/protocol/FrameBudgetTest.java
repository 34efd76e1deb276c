package dev.multipool.rpc.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.protobuf.ByteString;
import dev.multipool.rpc.protocol.meta.RpcMeta;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameBudgetTest {
    private static final FrameLimits LIMITS = new FrameLimits(64 << 10, 1024);
    private static final long BUDGET = 4 * FrameBudget.leastBytes(LIMITS);
    private static final int ALMOST_A_FRAME = 60 << 10;
    private static final ByteString SECRET = ByteString.copyFromUtf8("secret");

    private final List<Channel> closed = new ArrayList<>();
    private final List<EmbeddedChannel> opened = new ArrayList<>();
    private final FrameBudget budget = new FrameBudget(BUDGET, LIMITS, channel -> {
        closed.add(channel);
        var unused = channel.close();
    });

    @AfterEach
    void closeAll() {
        opened.forEach(EmbeddedChannel::finishAndReleaseAll);
        assertThat(budget.heldBytes()).isZero();
    }

    @Test
    void unfinishedFrames_withinTheBudget_closeNobody() {
        for (int i = 0; i < 7; i++) {
            feed(open(), unfinished(ALMOST_A_FRAME));
        }

        assertThat(closed).isEmpty();
        assertThat(budget.heldBytes()).isBetween(7L * ALMOST_A_FRAME, BUDGET);
    }

    @Test
    void unfinishedFrames_beyondTheBudget_loseTheOldest() {
        List<EmbeddedChannel> hostile = new ArrayList<>();
        while (closed.isEmpty()) {
            EmbeddedChannel next = open();
            hostile.add(next);
            feed(next, unfinished(ALMOST_A_FRAME));
        }

        assertThat(closed).isEqualTo(hostile.subList(0, closed.size())).hasSizeLessThan(3);
        assertThat(budget.heldBytes()).isLessThanOrEqualTo(BUDGET);
    }

    @Test
    void unfinishedFrames_ofPeersThatShowedAWholeOne_goLast() {
        EmbeddedChannel known = open();
        feed(known, Frames.GOLDEN_REQUEST);
        feed(known, unfinished(ALMOST_A_FRAME));
        List<EmbeddedChannel> strangers = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            EmbeddedChannel stranger = open();
            strangers.add(stranger);
            feed(stranger, unfinished(ALMOST_A_FRAME));
        }

        assertThat(closed).hasSizeGreaterThan(15).allMatch(strangers::contains);
        assertThat(known.isOpen()).isTrue();
    }

    @Test
    void connection_whoseClosingFails_isChosenAgain() {
        List<Channel> chosen = new ArrayList<>();
        FrameBudget failing = new FrameBudget(BUDGET, LIMITS, channel -> {
            chosen.add(channel);
            throw new OutOfMemoryError("planted");
        });
        EmbeddedChannel first = track(new EmbeddedChannel(new FrameDecoder(LIMITS, failing, null)));
        feed(first, unfinished(ALMOST_A_FRAME));
        while (chosen.size() < 3) {
            feed(track(new EmbeddedChannel(new FrameDecoder(LIMITS, failing, null))), unfinished(ALMOST_A_FRAME));
        }

        assertThat(chosen).filteredOn(channel -> channel == first).hasSizeGreaterThan(1);
    }

    @Test
    void frameThatGetsWhole_givesItsBytesBack() {
        EmbeddedChannel channel = open();
        byte[] frame = frame(ALMOST_A_FRAME);
        feed(channel, Arrays.copyOf(frame, frame.length - 1));
        assertThat(budget.heldBytes()).isGreaterThanOrEqualTo(frame.length - 1);

        feed(channel, new byte[] {frame[frame.length - 1]});

        assertThat(budget.heldBytes()).isZero();
    }

    @Test
    void brokenStream_givesItsBytesBack() {
        EmbeddedChannel channel = open();
        channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
                // told; the channel stays open for the test
            }
        });
        feed(channel, new byte[] {'P', 'R'});
        assertThat(budget.heldBytes()).isPositive();

        feed(channel, new byte[] {'X'});

        assertThat(budget.heldBytes()).isZero();
    }

    /** Whatever connections do, what they hold is given back with them. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void heldBytes_areAllBack_whenConnectionsAreGone(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 200; i++) {
            EmbeddedChannel channel = open();
            for (int part = random.nextInt(4); part >= 0 && channel.isOpen(); part--) {
                feed(
                        channel,
                        random.nextInt(3) == 0 ? frame(random.nextInt(5000)) : unfinished(8 + random.nextInt(9000)));
                if (random.nextInt(5) == 0) {
                    var unused = channel.close();
                }
            }
            assertThat(budget.heldBytes()).isLessThanOrEqualTo(BUDGET);
        }
        assertThat(closed).isNotEmpty();
    }

    @Test
    void firstFrame_ofAPeerWithoutAdmission_endsAtItsMeta() {
        EmbeddedChannel channel = open(meta -> meta.getAuthenticationData().equals(SECRET));
        byte[] frame = frame(ALMOST_A_FRAME);
        feed(channel, Arrays.copyOf(frame, 1000));

        RpcFrame refused = channel.readInbound();
        assertThat(refused.correlationId()).isEqualTo(7);
        assertThat(refused.payload().isReadable()).isFalse();
        refused.release();
        feed(channel, new byte[ALMOST_A_FRAME]);
        assertThat(budget.heldBytes()).isZero();
        assertThat(channel.<Object>readInbound()).isNull();
    }

    @Test
    void firstFrame_ofAPeerWithAdmission_isTakenWhole_andAskedForOnce() {
        List<RpcMeta> asked = new ArrayList<>();
        EmbeddedChannel channel = open(meta -> asked.add(meta));
        byte[] frame = frame(ALMOST_A_FRAME);
        for (int from = 0; from < frame.length; from += 1000) {
            feed(channel, Arrays.copyOfRange(frame, from, Math.min(frame.length, from + 1000)));
        }

        RpcFrame whole = channel.readInbound();
        assertThat(whole.payload().readableBytes()).isEqualTo(ALMOST_A_FRAME);
        whole.release();
        assertThat(asked).hasSize(1);
    }

    @Test
    void budget_thatTheLargestFrameDoesNotFitInto_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FrameBudget(196_607, LIMITS, closed::add))
                .withMessage("maxUnfinishedBytes: 196607 (expected: >= 196608, for one frame of the largest size)");
        assertThat(FrameBudget.defaultBytes(LIMITS)).isGreaterThanOrEqualTo(2 * FrameBudget.leastBytes(LIMITS));
    }

    private EmbeddedChannel open() {
        return track(new EmbeddedChannel(new FrameDecoder(LIMITS, budget, null)));
    }

    private EmbeddedChannel open(Predicate<RpcMeta> admission) {
        return track(new EmbeddedChannel(new FrameDecoder(LIMITS, budget, admission)));
    }

    private EmbeddedChannel track(EmbeddedChannel channel) {
        opened.add(channel);
        return channel;
    }

    /** Feeds as a socket does, in reads of bounded size; whole frames are taken off at once. */
    private static void feed(EmbeddedChannel channel, byte[] bytes) {
        for (int from = 0; from < bytes.length && channel.isOpen(); from += 16 << 10) {
            int length = Math.min(16 << 10, bytes.length - from);
            channel.writeInbound(Unpooled.directBuffer(length).writeBytes(bytes, from, length));
        }
    }

    private static byte[] unfinished(int bytes) {
        return Arrays.copyOf(frame(ALMOST_A_FRAME), bytes);
    }

    private static byte[] frame(int payloadBytes) {
        byte[] meta = Frames.requestMeta(7).toByteArray();
        byte[] body = Arrays.copyOf(meta, meta.length + payloadBytes);
        return Frames.raw(body.length, meta.length, body);
    }
}
