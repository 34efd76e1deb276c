package dev.multipool.perf.nested;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.multipool.laboratory.process.LineClient;
import dev.multipool.laboratory.process.ServerProcess;
import dev.multipool.perf.nested.app.FlowMain;
import dev.multipool.perf.nested.flow.FlowFigures;
import dev.multipool.perf.nested.flow.FlowOrder;
import dev.multipool.perf.nested.flow.ItemSteps;
import dev.multipool.perf.peers.CoreSpeed;
import dev.multipool.perf.peers.PeersSettings;
import dev.multipool.perf.peers.PeersSite;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Question: what do measured pools and their joins cost in queryItems' nested fan-out, beside others' pools and
 * latches?
 *
 * <p>Hypothesis: no more CPU time per step than the best of these, with the ledger on.
 *
 * <p>Setup: each flow lives in a JVM of its own through all rounds, on the server's core, with its users in the same JVM
 * and Redis on the other core; one flow at a time is loaded. Rounds go forwards, then backwards. A spin loop is timed in
 * each window on the same core.
 *
 * <p>Reading the result: by ratios at speed 1. No RPC is in the figures: in the server the ratio is nearer to 1.
 *
 * <p><b>Threads:</b> all in the caller's.
 */
public final class NestedExperiment implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SPINS_PER_WINDOW = 4;
    private static final Duration SLACK = Duration.ofSeconds(30);

    private final NestedSettings settings;
    private final PeersSite site;
    private final long seed;
    private final Consumer<String> progress;
    private final Map<FlowKind, ServerProcess> processes = new EnumMap<>(FlowKind.class);
    private final Map<FlowKind, LineClient> orders = new EnumMap<>(FlowKind.class);
    private final List<CoreSpeed> speeds = new ArrayList<>();

    /**
     * An experiment that begins with {@link #run}.
     *
     * @param seed of the items in Redis
     */
    public NestedExperiment(NestedSettings settings, PeersSite site, long seed, Consumer<String> progress) {
        this.settings = settings;
        this.site = site;
        this.seed = seed;
        this.progress = progress;
    }

    /** Measures; once. */
    public List<NestedWindow> run() throws IOException, InterruptedException {
        speeds.add(CoreSpeed.start("spin", site.cores().serverCpus(), site));
        for (FlowKind kind : settings.kinds()) {
            start(kind);
        }
        for (FlowKind kind : settings.kinds()) {
            measure(kind, settings.users().get(0), 0, settings.warmup());
        }
        List<NestedWindow> windows = new ArrayList<>();
        List<FlowKind> order = new ArrayList<>(settings.kinds());
        for (int round = 1; round <= settings.rounds(); round++) {
            for (int users : settings.users()) {
                for (FlowKind kind : order) {
                    NestedWindow window = measureCalmly(kind, users, round);
                    windows.add(window);
                    progress.accept(describe(window));
                }
            }
            Collections.reverse(order);
        }
        return windows;
    }

    private void start(FlowKind kind) throws IOException, InterruptedException {
        ServerProcess process = ServerProcess.start(
                kind.word(),
                site.java(),
                site.cores().serverCpus(),
                FlowMain.class.getName(),
                List.of(
                        kind.name(),
                        site.redis().toString(),
                        Integer.toString(NestedSettings.ITEMS_SEEDED),
                        Long.toString(seed)),
                site.directory().resolve(kind.word() + ".log"));
        processes.put(kind, process);
        orders.put(kind, LineClient.connect(process.port()));
    }

    /** Once more, when other programs disturbed it. */
    private NestedWindow measureCalmly(FlowKind kind, int users, int round) throws IOException, InterruptedException {
        NestedWindow window = measure(kind, users, round, NestedSettings.REWARM);
        for (int again = 0; again < PeersSettings.MOST_REPEATS && window.isDisturbed(); again++) {
            progress.accept(describe(window) + ", made again");
            window = measure(kind, users, round, NestedSettings.REWARM);
        }
        return window;
    }

    private NestedWindow measure(FlowKind kind, int users, int round, Duration warmup)
            throws IOException, InterruptedException {
        LineClient process = Objects.requireNonNull(orders.get(kind), "not started");
        process.send(JSON.writeValueAsString(new FlowOrder(
                users, settings.items(), warmup.toMillis(), settings.duration().toMillis(), ownPids(), site.cpus())));
        Thread.sleep(warmup.toMillis());
        long pauseMillis = settings.duration().toMillis() / (SPINS_PER_WINDOW + 1);
        for (int i = 0; i < SPINS_PER_WINDOW; i++) {
            Thread.sleep(pauseMillis);
            speeds.get(0).sample();
        }
        FlowFigures figures =
                JSON.readValue(process.receive(warmup.plus(settings.duration()).plus(SLACK)), FlowFigures.class);
        double steps = (double) figures.requests() * settings.items() * ItemSteps.STEPS;
        return new NestedWindow(
                new NestedWindow.Turn(kind, users, round),
                figures.requests() / figures.seconds(),
                1e6 * figures.cpuSeconds() / steps,
                figures.contextSwitches() / steps,
                speeds.get(0).takeMeanNanos(),
                figures.foreignCores(),
                new NestedWindow.Failed(figures.failures(), figures.firstFailure()));
    }

    private List<Long> ownPids() {
        List<Long> pids = new ArrayList<>(List.of(ProcessHandle.current().pid()));
        site.redisPid().ifPresent(pids::add);
        site.watch().pid().ifPresent(pids::add);
        processes.values().forEach(process -> pids.add(process.pid()));
        speeds.forEach(speed -> pids.add(speed.pid()));
        return pids;
    }

    private static String describe(NestedWindow window) {
        return String.format(
                Locale.ROOT,
                "round %d, %3d users, %-20s %6.0f requests/s, CPU %.2f us/step, %.3f switches/step%s%s",
                window.turn().round(),
                window.turn().users(),
                window.turn().flow().word(),
                window.requestsPerSecond(),
                window.cpuMicrosPerStep(),
                window.switchesPerStep(),
                window.failed().failures() == 0
                        ? ""
                        : ", " + window.failed().failures() + " requests failed, the first: "
                                + window.failed().firstFailure(),
                window.isDisturbed() ? ", disturbed: other programs used the cores" : "");
    }

    /** Ends all processes. */
    @Override
    public void close() {
        processes.values().forEach(ServerProcess::close);
        speeds.forEach(CoreSpeed::close);
    }
}
