package dev.multipool.rpc.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CallCountersTest {
    private final CallCounters counters = new CallCounters(2);

    @Test
    void tryTakeSlot_whenAllAreTaken_takesNone() {
        assertThat(counters.tryTakeSlot()).isTrue();
        assertThat(counters.tryTakeSlot()).isTrue();

        assertThat(counters.tryTakeSlot()).isFalse();
        assertThat(counters.pendingCalls()).isEqualTo(2);
    }

    @Test
    void giveSlotBack_makesRoomForOneMore() {
        counters.tryTakeSlot();
        counters.tryTakeSlot();

        counters.giveSlotBack();

        assertThat(counters.tryTakeSlot()).isTrue();
        assertThat(counters.tryTakeSlot()).isFalse();
    }
}
