package dev.multipool.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.redis.RedisUnavailableException.Reason;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class RedisFailuresTest {
    private final RedisFailures failures = new RedisFailures(RedisSettings.of(URI.create("redis://127.0.0.1:6379")));

    @Test
    void timeout_saysWhereAndHowLong() {
        RedisUnavailableException e = failures.timeout(Duration.ofMillis(200));

        assertThat(e).hasMessage("redis at 127.0.0.1:6379: no answer within 200 ms");
        assertThat(e.reason()).isEqualTo(Reason.TIMEOUT);
    }

    @Test
    void of_fullQueueOrStack_saysItsSize() {
        RedisUnavailableException queue = failures.of(new RedisException("Request queue size exceeded: 2000. …"));
        RedisUnavailableException stack = failures.of(new RedisException("Internal stack size exceeded: 2000. …"));

        assertThat(queue).hasMessage("redis at 127.0.0.1:6379: request queue full (2000)");
        assertThat(queue.reason()).isEqualTo(Reason.QUEUE_FULL);
        assertThat(stack.reason()).isEqualTo(Reason.QUEUE_FULL);
    }

    @Test
    void of_rejectedOrCancelled_isDisconnected() {
        RedisUnavailableException rejected =
                failures.of(new ExecutionException(new RedisException("Currently not connected. …")));

        assertThat(rejected).hasMessage("redis at 127.0.0.1:6379: not connected");
        assertThat(rejected.reason()).isEqualTo(Reason.DISCONNECTED);
        assertThat(failures.of(new CancellationException()).reason()).isEqualTo(Reason.DISCONNECTED);
    }

    @Test
    void of_errorReplyThatIsLongOrHasControlCodes_repeatsWhatIsFitToRead() {
        String code = "ERR \u001b[31mred\u0007";

        assertThat(failures.of(new RedisCommandExecutionException(code)))
                .hasMessage("redis at 127.0.0.1:6379: error reply: ERR ?[31mred?");
        assertThat(failures.of(new RedisCommandExecutionException("E".repeat(3_000))))
                .hasMessage("redis at 127.0.0.1:6379: error reply: " + "E".repeat(200) + "…");
    }

    @Test
    void of_errorReply_repeatsIt() {
        RedisUnavailableException oom = failures.of(new RedisCommandExecutionException("OOM command not allowed"));

        assertThat(oom).hasMessage("redis at 127.0.0.1:6379: error reply: OOM command not allowed");
        assertThat(oom.reason()).isEqualTo(Reason.OTHER);
        assertThat(failures.of(new RedisCommandExecutionException("WRONGTYPE …"))
                        .reason())
                .isEqualTo(Reason.BAD_VALUE);
    }

    @Test
    void cannotConnect_forARefusal_hasAReason_andForASurpriseOfLettuces_hasNone() {
        RedisUnavailableException refused =
                failures.cannotConnect(new RedisCommandExecutionException("NOAUTH Authentication required."));
        RedisUnavailableException surprise = failures.cannotConnect(new ExecutionException(
                new RedisException("Unable to connect", new IllegalStateException("no handshake handler"))));

        assertThat(RedisFailures.isWithoutReason(refused)).isFalse();
        assertThat(RedisFailures.isWithoutReason(surprise)).isTrue();
    }
}
