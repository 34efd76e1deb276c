package dev.multipool.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.bench.http.Deadlines.Entry;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DeadlinesTest {
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final List<Long> expired = new ArrayList<>();
    private long nowNanos;
    private final Deadlines deadlines = new Deadlines(channel.eventLoop(), () -> nowNanos);

    @Test
    void calls_expireInTheOrderOfTheirDeadlines_whateverTheOrderOfTheirSending() {
        for (long deadline : List.of(30, 10, 20, 40, 15)) {
            deadlines.add(call(deadline));
        }

        assertThat(expiredAt(9)).isEmpty();
        assertThat(expiredAt(20)).containsExactly(10L, 15L, 20L);
        assertThat(expiredAt(100)).containsExactly(10L, 15L, 20L, 30L, 40L);
    }

    @Test
    void callThatHasEnded_doesNotExpire() {
        List<Entry> calls = List.of(call(10), call(20), call(30));
        calls.forEach(deadlines::add);
        deadlines.remove(calls.get(0));
        deadlines.remove(calls.get(2));

        assertThat(expiredAt(100)).containsExactly(20L);

        deadlines.add(call(110));

        assertThat(expiredAt(110)).containsExactly(20L, 110L);
    }

    private List<Long> expiredAt(long nanos) {
        channel.advanceTimeBy(nanos - nowNanos, TimeUnit.NANOSECONDS);
        nowNanos = nanos;
        channel.runScheduledPendingTasks();
        return expired;
    }

    private Entry call(long deadlineNanos) {
        return new Entry(deadlineNanos) {
            @Override
            void expire() {
                expired.add(deadlineNanos);
                deadlines.remove(this);
            }
        };
    }
}
