package dev.multipool.rpc.server.watch;

import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.PoolState;
import dev.multipool.pools.QueueConfig;
import dev.multipool.pools.ThreadActivity;
import dev.multipool.rpc.server.journal.SlowCall;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A pool that turned tasks away, and what its threads were doing.
 *
 * @param window the pool's last seconds
 * @param threads the pool's threads
 * @param slowest the slowest of the last slow calls; null when there was none
 */
record Exhaustion(
        LedgerSnapshot window,
        List<ThreadView> threads,
        @Nullable SlowCall slowest) {

    /** One line: which pool, how full, where its threads are, which dependency is slow. */
    String line() {
        PoolState state = window.state();
        StringBuilder line = new StringBuilder("pool ")
                .append(state.name())
                .append(" exhausted: ")
                // starts and ends are read one after the other: in between many tasks may have come
                .append(Math.min(state.active(), state.maxThreads()))
                .append(" of ")
                .append(state.maxThreads())
                .append(" threads busy, ")
                .append(state.queueDepth())
                .append(" of ")
                .append(QueueConfig.words(state.queueCapacity()))
                .append(" queued, ")
                .append(window.counts().rejections().total())
                .append(" rejected in ")
                .append(window.windowNanos() / 1_000_000_000)
                .append(" s");
        if (!threads.isEmpty()) {
            line.append("; threads: ").append(activities());
            String place = commonestPlace();
            if (place != null) {
                line.append(", most at ").append(place);
            }
        }
        if (slowest != null) {
            line.append("; slowest call: ").append(slowestCall(slowest));
        }
        return line.toString();
    }

    private String activities() {
        return ThreadDump.summary(threads).entrySet().stream()
                .sorted(Map.Entry.<ThreadActivity, Long>comparingByValue().reversed())
                .map(count -> count.getValue() + " " + count.getKey().word())
                .collect(Collectors.joining(", "));
    }

    /** The frame outside of the JDK and the pools at which most busy threads are: there is what they wait for. */
    private @Nullable String commonestPlace() {
        return threads.stream()
                .filter(thread -> thread.activity() != ThreadActivity.IDLE)
                .map(Exhaustion::place)
                .filter(Objects::nonNull)
                .collect(Collectors.groupingBy(place -> place, Collectors.counting()))
                .entrySet()
                .stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(null);
    }

    private static @Nullable String place(ThreadView thread) {
        return thread.stack().stream()
                .filter(frame -> !frame.startsWith("java.")
                        && !frame.startsWith("jdk.")
                        && !frame.startsWith("sun.")
                        && !frame.startsWith("dev.multipool.pools."))
                .findFirst()
                .orElse(null);
    }

    private static String slowestCall(SlowCall call) {
        SlowCall.Times times = call.times();
        StringBuilder text = new StringBuilder(call.method()).append(' ').append(millis(times.answeredNanos()));
        if (times.dequeuedNanos() != null) {
            text.append(" (queued ").append(millis(times.dequeuedNanos()));
            if (times.joinWaitNanos() != null && times.joinWaitNanos() > 0) {
                text.append(", joins ").append(millis(times.joinWaitNanos()));
            }
            if (times.ioWaitNanos() != null && times.ioWaitNanos() > 0) {
                text.append(", I/O ").append(millis(times.ioWaitNanos()));
            }
            text.append(')');
        }
        return text.toString();
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
    }
}
