package dev.multipool.rpc.client;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RpcClientBuilderTest {
    private final RpcClient.Builder builder = RpcClient.builder().target("127.0.0.1", 8000);

    @Test
    void build_withoutTarget_saysWhatIsMissing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RpcClient.builder().build())
                .withMessage("host: '' (expected: a host name or an address)");
    }

    @Test
    void build_portOutOfRange_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.target("127.0.0.1", 65_536).build())
                .withMessage("port: 65536 (expected: 1 to 65535)");
    }

    @Test
    void build_moreEventLoopsThanConnections_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.connections(2).eventLoops(3).build())
                .withMessage("eventLoops: 3 (expected: 1 to connections: 2)");
    }

    @Test
    void build_noConnections_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.connections(0).eventLoops(1).build())
                .withMessage("connections: 0 (expected: >= 1)");
    }

    @Test
    void build_zeroPendingCalls_doesNotMeanUnlimited() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.maxPendingCalls(0).build())
                .withMessage("maxPendingCalls: 0 (expected: >= 1)");
    }

    @Test
    void build_backoffThatShrinks_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.reconnectBackoff(Duration.ofSeconds(2), Duration.ofSeconds(1))
                        .build())
                .withMessage("maxBackoff: PT1S (expected: >= firstBackoff: PT2S)");
    }
}
