package dev.multipool.perf.advice;

import dev.multipool.perf.advice.PoolControl.PoolAdvice;
import dev.multipool.perf.advice.PoolControl.PoolReading;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Tries advice out on a running server: watches the pools, resizes them, watches again, and takes it back when its judge
 * says so. When it can't look, or is interrupted, it takes it back as well.
 *
 * <p><b>Threads:</b> the caller's, which waits.
 */
final class AdviceTrial {
    /** A window has parts, so that it shows how much the throughput changes by chance. */
    private static final int PARTS = 5;

    private final PoolControl server;
    private final Judge judge;
    private final Pause pause;
    private final Consumer<String> say;

    /** Lets time pass. */
    @FunctionalInterface
    interface Pause {
        void pass(Duration time) throws InterruptedException;
    }

    AdviceTrial(PoolControl server, Judge judge, Pause pause, Consumer<String> say) {
        this.server = server;
        this.judge = judge;
        this.pause = pause;
        this.say = say;
    }

    /**
     * Applies the advice and keeps it if the judge lets it.
     *
     * @param window how long is watched before and after
     * @return whether it was kept
     */
    boolean apply(Map<String, PoolAdvice> advice, Duration window) throws IOException, InterruptedException {
        Map<String, PoolWindow> before = watch(window);
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
            Map<String, PoolWindow> after = watch(window);
            after.forEach((pool, seen) -> say.accept("after: " + pool + ": " + seen.describe()));
            Optional<String> fault = judge.fault(before, after, applied.keySet());
            fault.ifPresent(why -> say.accept("worse: " + why));
            kept = fault.isEmpty();
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

    private Map<String, PoolWindow> watch(Duration window) throws IOException, InterruptedException {
        List<Map<String, PoolReading>> readings = new ArrayList<>(List.of(server.read()));
        for (int i = 0; i < PARTS; i++) {
            pause.pass(window.dividedBy(PARTS));
            readings.add(server.read());
        }
        Map<String, PoolWindow> windows = new LinkedHashMap<>();
        for (String pool : readings.get(0).keySet()) {
            if (readings.stream().allMatch(reading -> reading.containsKey(pool))) {
                PoolWindow seen = PoolWindow.of(readings.stream()
                        .map(reading -> Objects.requireNonNull(reading.get(pool)))
                        .toList());
                if (seen.done() > 0) {
                    windows.put(pool, seen);
                }
            }
        }
        return windows;
    }
}
