package dev.multipool.rpc.server.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlowCallsTest {
    private final SlowCalls slow = new SlowCalls(Duration.ofMillis(100), 3, SlowCallListener.NONE);

    @Test
    void isSlow_fromTheThresholdOn() {
        assertThat(slow.isSlow(Duration.ofMillis(100).toNanos() - 1)).isFalse();
        assertThat(slow.isSlow(Duration.ofMillis(100).toNanos())).isTrue();
    }

    @Test
    void latest_ofMoreCallsThanPlaces_areTheNewestFirst() {
        for (int i = 1; i <= 5; i++) {
            slow.add(call(i));
        }

        assertThat(slow.latest()).containsExactly(call(5), call(4), call(3));
        assertThat(slow.count()).isEqualTo(5);
    }

    @Test
    void written_fillsInItsCall_unlessALaterOneHasItsPlace() {
        SlowCall overwritten = call(1);
        SlowCall kept = call(2);
        int first = slow.add(overwritten);
        int second = slow.add(kept);
        slow.add(call(3));
        slow.add(call(4));

        slow.noteWritten(first, overwritten, 7);
        slow.noteWritten(second, kept, 8);

        assertThat(slow.latest()).containsExactly(call(4), call(3), call(2).withWritten(8));
    }

    @Test
    void add_tellsTheListener() {
        List<SlowCall> heard = new ArrayList<>();

        new SlowCalls(Duration.ofMillis(100), 3, heard::add).add(call(1));

        assertThat(heard).containsExactly(call(1));
    }

    @Test
    void add_withAListenerThatThrows_hasKeptTheCall() {
        SlowCalls hostile = new SlowCalls(Duration.ofMillis(100), 3, heard -> {
            throw new AssertionError("on purpose");
        });

        assertThatThrownBy(() -> hostile.add(call(1))).isInstanceOf(AssertionError.class);

        assertThat(hostile.latest()).containsExactly(call(1));
    }

    private static SlowCall call(long nanos) {
        return new SlowCall("test.v1.Echo/echo", "OK", "caller", 0, new SlowCall.Times(1L, 2L, 3L, nanos, null));
    }
}
