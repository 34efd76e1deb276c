package dev.multipool.rpc.client;

import static dev.multipool.user.UserServiceMethods.FIND_USER_INFO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.user.v1.FindUserInfoRequest;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PendingCallsTest {
    private final CallCounters counters = new CallCounters(10_000);
    private int largestMap = Integer.MAX_VALUE;
    private final PendingCalls pending = new PendingCalls(counters, capacity -> {
        if (capacity > largestMap) {
            throw new OutOfMemoryError("on purpose");
        }
        return new LongObjectHashMap<>(capacity);
    });

    @Test
    void add_withoutMemoryForMore_leavesTheOthersWhereTheyAre() {
        largestMap = 8;
        List<PendingCall<?, ?>> added = new ArrayList<>();
        assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> {
            while (true) {
                added.add(add());
            }
        });

        assertThat(added).isNotEmpty().allSatisfy(call -> {
            assertThat(pending.find(call.correlationId())).isSameAs(call);
            assertThat(pending.remove(call)).isTrue();
        });
        assertThat(pending.isEmpty()).isTrue();
        assertThat(counters.pendingCalls()).isZero();
    }

    @Test
    void manyCalls_areFound_andAreEndedTogether() {
        List<PendingCall<?, ?>> added = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            added.add(add());
        }
        assertThat(added).allSatisfy(call -> assertThat(pending.find(call.correlationId()))
                .isSameAs(call));

        pending.failAll(new RpcException(RpcErrorCode.ECLOSE, "closed"));

        assertThat(added).allMatch(PendingCall::isCompletedExceptionally);
        assertThat(pending.isEmpty()).isTrue();
        assertThat(counters.pendingCalls()).isZero();
        PendingCall<?, ?> next = add();
        assertThat(pending.find(next.correlationId())).isSameAs(next);
    }

    /** As a connection does: with a slot, which it gives back where there is no memory for the call. */
    private PendingCall<?, ?> add() {
        PendingCall<?, ?> call = new PendingCall.Plain<>(
                new NoCarrier(), FIND_USER_INFO, FindUserInfoRequest.getDefaultInstance(), 1000, 0, null);
        assertThat(counters.tryTakeSlot()).isTrue();
        try {
            pending.add(pending.nextCorrelationId(), 0, call, ImmediateEventExecutor.INSTANCE.newSucceededFuture(null));
        } catch (Throwable noMemory) {
            counters.giveSlotBack();
            throw noMemory;
        }
        return call;
    }

    /** Is not asked: these calls are ended by whoever holds them. */
    private static final class NoCarrier implements PendingCall.Carrier {
        @Override
        public void expire(PendingCall<?, ?> call) {
            throw new AssertionError("expired");
        }

        @Override
        public void endLater(PendingCall<?, ?> call) {
            throw new AssertionError("ended later");
        }

        @Override
        public boolean letGo(PendingCall<?, ?> call) {
            throw new AssertionError("let go");
        }

        @Override
        public void forget(PendingCall<?, ?> call) {
            throw new AssertionError("forgotten");
        }

        @Override
        public ForeignFailures foreignFailures() {
            throw new AssertionError("foreign");
        }
    }
}
