package dev.multipool.rpc.protocol.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.local.LocalIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.flush.FlushConsolidationHandler;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TransportTest {
    @ParameterizedTest
    @EnumSource(Transport.class)
    void parse_ofATransportsOwnName_givesIt(Transport transport) {
        assertThat(Transport.parse(transport.toString())).isSameAs(transport);
    }

    @Test
    void parse_ofAnUnknownName_saysWhatThereIs() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Transport.parse("kqueue"))
                .withMessage("transport: kqueue (expected: auto, nio, epoll or io_uring)");
    }

    @Test
    void resolve_ofAuto_isEpollWhereItIsAvailableAndNeverIoUring() {
        assertThat(Transport.AUTO.resolve()).isSameAs(Transport.EPOLL.isAvailable() ? Transport.EPOLL : Transport.NIO);
    }

    @Test
    void channels_belongToTheTransport() {
        assertThat(Transport.NIO.serverChannel()).isSameAs(NioServerSocketChannel.class);
        assertThat(Transport.NIO.clientChannel()).isSameAs(NioSocketChannel.class);
        assumeThat(Transport.EPOLL.isAvailable()).isTrue();
        assertThat(Transport.AUTO.serverChannel()).isSameAs(EpollServerSocketChannel.class);
    }

    @Test
    void requireFitting_ofEventLoopsOfAnotherKind_isRefused() {
        EventLoopGroup local = new MultiThreadIoEventLoopGroup(1, LocalIoHandler.newFactory());
        try {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Transport.NIO.requireFitting(local))
                    .withMessage("event loops: MultiThreadIoEventLoopGroup of another kind (expected: event loops of"
                            + " transport nio)");
        } finally {
            local.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(1, TimeUnit.SECONDS);
        }
    }

    @Test
    void allocator_isOfTheKindThatItsNameSays() {
        assertThat(BufferAllocator.ADAPTIVE.allocator()).isInstanceOf(AdaptiveByteBufAllocator.class);
        assertThat(BufferAllocator.POOLED.allocator()).isInstanceOf(PooledByteBufAllocator.class);
        assertThat(BufferAllocator.UNPOOLED.allocator()).isInstanceOf(UnpooledByteBufAllocator.class);
    }

    @Test
    void joinFlushes_addsAHandlerOnlyWhereThereIsSomethingToJoin() {
        EmbeddedChannel channel = new EmbeddedChannel();

        TransportSettings.DEFAULT.withFlushesInOne(1).joinFlushes(channel.pipeline());
        assertThat(channel.pipeline().get(FlushConsolidationHandler.class)).isNull();

        TransportSettings.DEFAULT.joinFlushes(channel.pipeline());
        assertThat(channel.pipeline().get(FlushConsolidationHandler.class)).isNotNull();
        channel.finishAndReleaseAll();
    }

    @Test
    void settings_withNoFlushAtAll_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TransportSettings.DEFAULT.withFlushesInOne(0))
                .withMessage("flushesInOne: 0 (expected: >= 1)");
    }
}
