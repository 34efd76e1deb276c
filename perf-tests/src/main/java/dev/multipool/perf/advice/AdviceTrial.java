package dev.multipool.perf.advice;

import dev.multipool.capacity.Objective;
import dev.multipool.laboratory.result.Figure;
import dev.multipool.perf.advice.PoolControl.PoolAdvice;
import dev.multipool.perf.advice.PoolControl.PoolReading;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Tries advice out on a running server: watches the pools, resizes them, watches again, and takes it back when things got
 * worse. When it can't look, or is interrupted, it takes it back as well.
 *
 * <p><b>Threads:</b> the caller's, which waits.
 */
final class AdviceTrial {
    /** Of two windows of a steady server the throughputs differ by less. */
    private static final double FEWER_TASKS = 0.9;

    private static final double SLOWER = 1.25;

    private final PoolControl server;
    private final Objective objective;
    private final Pause pause;
    private final Consumer<String> say;

    /** Lets time pass. */
    @FunctionalInterface
    interface Pause {
        void pass(Duration time) throws InterruptedException;
    }

    AdviceTrial(PoolControl server, Objective objective, Pause pause, Consumer<String> say) {
        this.server = server;
        this.objective = objective;
        this.pause = pause;
        this.say = say;
    }

    /**
     * What a pool did in a window.
     *
     * @param perSecond tasks that ran
     * @param meanMillis queued and in service
     * @param rejectedPerSecond tasks turned away
     * @param p99Millis an upper bound of TP99 on the pool
     */
    private record Window(double perSecond, double meanMillis, double rejectedPerSecond, double p99Millis) {
        static Window between(PoolReading earlier, PoolReading later) {
            double seconds = Math.max(1e-3, later.seconds() - earlier.seconds());
            double done = later.done() - earlier.done();
            return new Window(
                    done / seconds,
                    done > 0 ? (later.millis() - earlier.millis()) / done : 0,
                    (later.rejected() - earlier.rejected()) / seconds,
                    later.lastP99Millis());
        }

        String describe() {
            return String.format(
                    Locale.ROOT,
                    "%.0f tasks/s, mean %s ms, p99 at most %s ms, %.1f rejected/s",
                    perSecond,
                    Figure.millis(meanMillis),
                    Figure.millis(p99Millis),
                    rejectedPerSecond);
        }
    }

    /**
     * Applies the advice and keeps it unless things get worse.
     *
     * @param window how long is watched before and after
     * @return whether it was kept
     */
    boolean apply(Map<String, PoolAdvice> advice, Duration window) throws IOException, InterruptedException {
        Map<String, Window> before = watch(window);
        before.forEach((pool, seen) -> say.accept("before: " + pool + ": " + seen.describe()));
        boolean kept = false;
        Map<String, PoolAdvice> applied = new LinkedHashMap<>();
        try {
            for (Map.Entry<String, PoolAdvice> each : advice.entrySet()) {
                if (each.getValue().isChange()) {
                    applied.put(each.getKey(), each.getValue());
                    server.resize(each.getKey(), each.getValue().threads());
                    say.accept(
                            "resized: " + each.getKey() + " " + each.getValue().threadsNow() + " -> "
                                    + each.getValue().threads() + " threads");
                }
            }
            Map<String, Window> after = watch(window);
            after.forEach((pool, seen) -> say.accept("after: " + pool + ": " + seen.describe()));
            Optional<String> worse = worse(before, after);
            worse.ifPresent(why -> say.accept("worse: " + why));
            kept = worse.isEmpty();
        } finally {
            if (!kept) {
                takeBack(applied);
            }
        }
        return kept;
    }

    /** Also when this thread was interrupted: the server must not be left with what was only tried. */
    private void takeBack(Map<String, PoolAdvice> applied) throws IOException, InterruptedException {
        boolean interrupted = Thread.interrupted();
        try {
            for (Map.Entry<String, PoolAdvice> each : applied.entrySet()) {
                server.resize(each.getKey(), each.getValue().threadsNow());
                say.accept(
                        "taken back: " + each.getKey() + " " + each.getValue().threadsNow() + " threads");
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Map<String, Window> watch(Duration window) throws IOException, InterruptedException {
        Map<String, PoolReading> begin = server.read();
        pause.pass(window);
        Map<String, PoolReading> end = server.read();
        Map<String, Window> windows = new LinkedHashMap<>();
        begin.forEach((pool, earlier) -> {
            PoolReading later = end.get(pool);
            if (later != null && later.done() > earlier.done()) {
                windows.put(pool, Window.between(earlier, later));
            }
        });
        return windows;
    }

    private Optional<String> worse(Map<String, Window> before, Map<String, Window> after) {
        for (Map.Entry<String, Window> each : before.entrySet()) {
            Window then = each.getValue();
            Window now = after.get(each.getKey());
            if (now == null || now.perSecond() < FEWER_TASKS * then.perSecond()) {
                return Optional.of(each.getKey() + " does fewer tasks");
            }
            if (now.rejectedPerSecond() > then.rejectedPerSecond()) {
                return Optional.of(each.getKey() + " turns more tasks away");
            }
            if (!objective.isMetBy(now.p99Millis()) && objective.isMetBy(then.p99Millis())) {
                return Optional.of(each.getKey() + " no longer keeps " + objective.describe());
            }
            if (now.meanMillis() > SLOWER * then.meanMillis() && !objective.isMetBy(now.p99Millis())) {
                return Optional.of(each.getKey() + " takes longer, and does not keep " + objective.describe());
            }
        }
        return Optional.empty();
    }
}
