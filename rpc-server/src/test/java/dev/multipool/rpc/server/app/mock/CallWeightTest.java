package dev.multipool.rpc.server.app.mock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CallWeightTest {
    private static final Duration LONG = Duration.ofSeconds(5);

    @Test
    void carry_ofADownstreamThatOutlastsTheDeadline_isTimedOutAndCounted() {
        CallWeight weight = weightOf(Duration.ofSeconds(2));

        assertThatExceptionOfType(RpcException.class)
                .isThrownBy(() -> weight.carry(1, Duration.ofMillis(1)))
                .satisfies(e -> assertThat(e.is(RpcErrorCode.ERPCTIMEDOUT)).isTrue());
    }

    @Test
    void carryAsync_completesWithTheDownstreamsTime() {
        assertThat(weightOf(Duration.ofMillis(3)).carryAsync(1, LONG).toCompletableFuture())
                .succeedsWithin(LONG)
                .isEqualTo(3_000_000L);
    }

    @Test
    void carryAsync_withoutADownstream_isDoneAtOnce() {
        CallWeight weight =
                new CallWeight(CpuWork.none(), Duration.ZERO, new MockDependency(DelayDistribution.NONE, 1));

        assertThat(weight.carryAsync(1, Duration.ZERO).toCompletableFuture()).isCompletedWithValue(0L);
    }

    private static CallWeight weightOf(Duration wait) {
        AtomicLong now = new AtomicLong();
        CpuWork cpu = CpuWork.calibratedBy(() -> now.getAndAdd(1_000_000));
        DelayDistribution constant = new DelayDistribution(DelayDistribution.Shape.CONSTANT, wait, 0);
        return new CallWeight(cpu, Duration.ofNanos(1_000), new MockDependency(constant, 1));
    }
}
