package dev.multipool.rpc.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.pools.NanoClock;
import dev.multipool.pools.PoolConfig;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.watch.LiveReport;
import dev.multipool.rpc.server.watch.PoolReport;
import dev.multipool.rpc.server.watch.ServerHead;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("FutureReturnValueIgnored") // a closed channel is looked at itself
class LiveStreamsTest {
    private static final int LONGER_THAN_ANY_DEADLINE = 1000;

    private final RpcServer server = RpcServer.builder()
            .pool(PoolConfig.parse("business", "fixed:threads=1"))
            .build();
    private final LiveStreams streams = new LiveStreams(
            new LiveReport(
                    new PoolReport(server::pools, NanoClock.system()),
                    new ServerHead(server),
                    null,
                    NanoClock.system()),
            Map.of("changes", true),
            LiveStreams.STEP);
    private final List<EmbeddedChannel> opened = new ArrayList<>();

    @AfterEach
    void end() {
        opened.forEach(EmbeddedChannel::close);
        server.close();
    }

    @Test
    void aStream_beginsWithTheSettings_andGoesOnEverySecondWithoutADeadline() {
        EmbeddedChannel channel = open();

        assertThat(texts(channel)).containsExactly("retry: 2000\nevent: settings\ndata: {\"changes\": true}\n\n");
        for (int second = 0; second < LONGER_THAN_ANY_DEADLINE; second++) {
            pass(channel, 1);
            assertThat(texts(channel))
                    .singleElement()
                    .asString()
                    .startsWith("event: second\ndata: {\"state\": \"NEW\"");
        }
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void aSlowReader_isSentNothingMore_andClosedAfterTenEvents() {
        EmbeddedChannel channel = open();
        texts(channel);

        full(channel, true);
        pass(channel, LiveStream.MOST_LEFT_OUT - 1);

        assertThat(texts(channel)).isEmpty();
        assertThat(channel.isOpen()).isTrue();
        pass(channel, 1);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aReaderThatCatchesUp_isNotClosed() {
        EmbeddedChannel channel = open();
        for (int i = 0; i < 3; i++) {
            full(channel, true);
            pass(channel, LiveStream.MOST_LEFT_OUT - 1);
            full(channel, false);
            pass(channel, 1);
        }

        assertThat(channel.isOpen()).isTrue();
        assertThat(texts(channel)).hasSize(1 + 3);
    }

    @Test
    void begin_whenAsManyAsAllowedAreOpen_isRefused_untilOneIsClosed() {
        for (int i = 0; i < LiveStreams.MOST; i++) {
            open();
        }

        assertThatExceptionOfType(AdminException.class)
                .isThrownBy(this::open)
                .withMessageContaining("8 live streams are open")
                .satisfies(refused -> assertThat(refused.status()).isEqualTo(503));
        opened.get(3).close();
        assertThat(open().isOpen()).isTrue();
    }

    @Test
    void nobodyWhoListens_meansNothingScheduled() {
        EmbeddedChannel channel = open();
        assertThat(channel.runScheduledPendingTasks())
                .as("until the next event")
                .isPositive();

        channel.close();
        channel.runPendingTasks();

        assertThat(channel.runScheduledPendingTasks()).as("nothing comes").isEqualTo(-1);
    }

    @Test
    void aSecondRequestOnTheConnection_closesIt() {
        EmbeddedChannel channel = open();

        channel.writeInbound("a request");

        assertThat(channel.isOpen()).isFalse();
    }

    /** As a request for the stream comes in: the deadline runs, then the handler hands over. */
    private EmbeddedChannel open() {
        EmbeddedChannel channel = new EmbeddedChannel();
        channel.freezeTime();
        channel.pipeline().addLast(new AdminDeadline()).addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext ctx, Object request) {
                streams.begin(ctx);
            }
        });
        channel.writeInbound("the request");
        opened.add(channel);
        return channel;
    }

    private static void pass(EmbeddedChannel channel, int seconds) {
        for (int i = 0; i < seconds; i++) {
            channel.advanceTimeBy(1, TimeUnit.SECONDS);
            channel.runScheduledPendingTasks();
        }
    }

    private static void full(EmbeddedChannel channel, boolean is) {
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, !is);
        channel.runPendingTasks();
    }

    private static List<String> texts(EmbeddedChannel channel) {
        List<String> texts = new ArrayList<>();
        for (Object message = channel.readOutbound(); message != null; message = channel.readOutbound()) {
            if (message instanceof HttpContent content) {
                texts.add(content.content().toString(StandardCharsets.UTF_8));
                ReferenceCountUtil.release(content);
            } else {
                assertThat(message).isInstanceOf(HttpResponse.class);
            }
        }
        return texts;
    }
}
