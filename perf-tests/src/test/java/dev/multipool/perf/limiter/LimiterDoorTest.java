package dev.multipool.perf.limiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.netflix.concurrency.limits.Limiter;
import com.netflix.concurrency.limits.limit.Gradient2Limit;
import com.netflix.concurrency.limits.limit.VegasLimit;
import dev.multipool.rpc.protocol.RpcErrorCode;
import dev.multipool.rpc.protocol.RpcException;
import dev.multipool.rpc.server.limits.CallDoor.Admitted;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LimiterDoorTest {
    private final List<String> heard = new ArrayList<>();
    private final LimiterDoor door = new LimiterDoor("some", context -> Optional.of(new Listening()));

    @Test
    void aCallThatSucceeds_isASuccessOnce_whenItsAnswerIsTaken() {
        Admitted call = admit(door);
        call.startService();
        call.end(null);
        assertThat(heard).isEmpty();

        call.leave();

        assertThat(heard).containsExactly("success");
    }

    @Test
    void aCallThatTimesOutOrMeetsAnotherLimit_isDropped_andOneThatFailsIsIgnored() {
        for (RpcErrorCode code : List.of(RpcErrorCode.ERPCTIMEDOUT, RpcErrorCode.ELIMIT, RpcErrorCode.EINTERNAL)) {
            Admitted call = admit(door);
            call.end(new RpcException(code, "on purpose"));
            call.leave();
        }

        assertThat(heard).containsExactly("dropped", "dropped", "ignore");
    }

    @Test
    void aCallWithoutAnAnswer_isIgnored() {
        Admitted call = admit(door);
        call.end(null);

        call.withdraw();

        assertThat(heard).containsExactly("ignore");
    }

    @Test
    void aFixedLimit_letsAsManyIn_andAnotherWhenOneHasLeft() {
        LimiterDoor two = LimiterDoor.of(PublishedLimit.fixed(2));
        Admitted first = admit(two);
        admit(two);
        assertThat(two.tryAdmit(0)).isNull();
        assertThat(two.describeLimit()).isEqualTo("limit of fixed=2 reached");

        first.end(new RpcException(RpcErrorCode.EINTERNAL, "on purpose"));
        first.leave();

        admit(two).withdraw();
        admit(two);
        assertThat(two.tryAdmit(0)).isNull();
    }

    @Test
    void eachRule_isMadeByItsName() {
        assertThat(PublishedLimit.parse(PublishedLimit.GRADIENT2)).isInstanceOf(Gradient2Limit.class);
        assertThat(PublishedLimit.parse(PublishedLimit.VEGAS)).isInstanceOf(VegasLimit.class);
        for (String text : List.of("aimd", "fixed=", "fixed=0", "fixed=-1", "fixed=x")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> PublishedLimit.parse(text))
                    .withMessageStartingWith("limiter: " + text + " (expected: ");
        }
    }

    private static Admitted admit(LimiterDoor door) {
        @Nullable Admitted admitted = door.tryAdmit(0);
        return Objects.requireNonNull(admitted);
    }

    private final class Listening implements Limiter.Listener {
        @Override
        public void onSuccess() {
            heard.add("success");
        }

        @Override
        public void onIgnore() {
            heard.add("ignore");
        }

        @Override
        public void onDropped() {
            heard.add("dropped");
        }
    }
}
