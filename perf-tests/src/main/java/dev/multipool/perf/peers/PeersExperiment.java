package dev.multipool.perf.peers;

import dev.multipool.perf.peers.PeerWindow.ResponseTime;
import dev.multipool.perf.peers.PeerWindow.Turn;
import dev.multipool.perf.peers.load.LoadFigures;
import dev.multipool.perf.peers.load.LoadOrder;
import dev.multipool.perf.peers.load.LoadOrder.Load;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Question: what does a findUserInfo call cost on our server, beside the least that it can cost and beside what users
 * would pick instead?
 *
 * <p>Setup: every contestant's server and load process start once and live through all rounds; one at a time is loaded,
 * the others idle. Rounds go forwards, then backwards, so that a machine that gets faster or slower favours nobody. A
 * spin loop is timed in each window on the same cores. At half load, where it is asked for, each then gets the same calls
 * per second, whether it has answered or not.
 *
 * <p>Reading the result: by ratios at speed 1. A contestant whose load process is as busy as its server is held back by
 * it.
 *
 * <p><b>Threads:</b> all in the caller's.
 */
public final class PeersExperiment implements AutoCloseable {
    private static final int SPINS_PER_WINDOW = 4;
    /** About what Redis answers in a second; redis-benchmark is told a number of calls, not a time. */
    private static final long BENCHMARK_CALLS_PER_SECOND = 60_000;

    private static final Duration BENCHMARK_PATIENCE = Duration.ofSeconds(60);
    private static final String BENCHMARK_KEY = "user:42";

    private final PeersSettings settings;
    private final PeersSite site;
    private final Consumer<String> progress;
    private final Map<Contestant, Rival> rivals = new EnumMap<>(Contestant.class);
    private final List<CoreSpeed> speeds = new ArrayList<>();

    public PeersExperiment(PeersSettings settings, PeersSite site, Consumer<String> progress) {
        this.settings = settings;
        this.site = site;
        this.progress = progress;
    }

    /** Measures; once. */
    public List<PeerWindow> run() throws IOException, InterruptedException {
        speeds.add(CoreSpeed.start("spin-server", site.cores().serverCpus(), site));
        speeds.add(CoreSpeed.start("spin-client", site.cores().generatorCpus(), site));
        for (Contestant contestant : settings.contestants()) {
            if (contestant.hasServer()) {
                rivals.put(contestant, Rival.start(contestant, site));
            }
        }
        for (Map.Entry<Contestant, Rival> entry : rivals.entrySet()) {
            LoadFigures figures =
                    load(entry.getValue(), Load.ofUsers(settings.users().get(0)), settings.warmup());
            progress.accept(String.format(
                    Locale.ROOT,
                    "warmed up %s: %.0f calls/s",
                    entry.getKey().word(),
                    figures.answered().calls() / figures.seconds()));
        }
        List<PeerWindow> windows = new ArrayList<>(closedLoops());
        if (settings.halfLoad()) {
            windows.addAll(openLoops(HalfLoad.callsPerSecond(windows)));
        }
        return windows;
    }

    private List<PeerWindow> closedLoops() throws IOException, InterruptedException {
        List<PeerWindow> windows = new ArrayList<>();
        List<Contestant> order = new ArrayList<>(settings.contestants());
        for (int round = 1; round <= settings.rounds(); round++) {
            for (int users : settings.users()) {
                for (Contestant contestant : order) {
                    windows.add(measureCalmly(new Turn(contestant.word(), users, null, round), contestant));
                }
            }
            Collections.reverse(order);
        }
        return windows;
    }

    private List<PeerWindow> openLoops(long callsPerSecond) throws IOException, InterruptedException {
        progress.accept("half load: " + callsPerSecond + " calls/s to each, open loop");
        List<PeerWindow> windows = new ArrayList<>();
        List<Contestant> order = new ArrayList<>(rivals.keySet());
        for (int round = 1; round <= settings.rounds(); round++) {
            for (Contestant contestant : order) {
                windows.add(measureCalmly(new Turn(contestant.word(), 0, callsPerSecond, round), contestant));
            }
            Collections.reverse(order);
        }
        return windows;
    }

    /** Once more, when other programs disturbed it. */
    private PeerWindow measureCalmly(Turn turn, Contestant contestant) throws IOException, InterruptedException {
        PeerWindow window = measure(turn, contestant);
        for (int again = 0; again < PeersSettings.MOST_REPEATS && window.isDisturbed(); again++) {
            progress.accept(describe(window) + ", made again");
            window = measure(turn, contestant);
        }
        progress.accept(describe(window));
        return window;
    }

    private PeerWindow measure(Turn turn, Contestant contestant) throws IOException, InterruptedException {
        Rival rival = rivals.get(contestant);
        if (rival == null) {
            return benchmark(turn);
        }
        Long offered = turn.offeredPerSecond();
        Load load = offered == null ? Load.ofUsers(turn.users()) : Load.ofRate(offered, turn.round());
        LoadFigures figures = load(rival, load, PeersSettings.REWARM);
        Double sendDelayMicros = figures.sendDelayP99Micros();
        double calls = figures.answered().calls();
        return new PeerWindow(
                turn,
                calls / figures.seconds(),
                new PeerWindow.Cost(
                        1e6 * figures.cost().serverCpuSeconds() / calls,
                        1e6 * figures.cost().clientCpuSeconds() / calls,
                        figures.cost().serverContextSwitches() / calls),
                new ResponseTime(
                        figures.times().p50Micros() / 1000,
                        figures.times().p99Micros() / 1000,
                        figures.times().p999Micros() / 1000),
                new PeerWindow.Spins(
                        speeds.get(0).takeMeanNanos(), speeds.get(1).takeMeanNanos()),
                new PeerWindow.Trouble(figures.foreignCores(), sendDelayMicros == null ? null : sendDelayMicros / 1000),
                new PeerWindow.Failed(
                        figures.answered().failures(), figures.answered().firstFailure()));
    }

    private LoadFigures load(Rival rival, Load load, Duration warmup) throws IOException, InterruptedException {
        LoadOrder order = new LoadOrder(
                load,
                settings.usersSeeded(),
                warmup.toMillis(),
                settings.duration().toMillis(),
                rival.serverPid(),
                ownPids(),
                site.cpus());
        rival.begin(order);
        Thread.sleep(warmup.toMillis());
        spin();
        return rival.end(order);
    }

    private PeerWindow benchmark(Turn turn) throws InterruptedException {
        RedisBenchmark.Figures figures = new RedisBenchmark(
                        site.redis(),
                        site.cores().serverCpus(),
                        site.directory().resolve(turn.contestant() + ".log"))
                .run(
                        turn.users(),
                        BENCHMARK_CALLS_PER_SECOND * settings.duration().toSeconds(),
                        BENCHMARK_KEY,
                        BENCHMARK_PATIENCE,
                        this::spinUnchecked);
        return new PeerWindow(
                turn,
                figures.callsPerSecond(),
                new PeerWindow.Cost(null, null, null),
                new ResponseTime(figures.p50Micros() / 1000, figures.p99Micros() / 1000, null),
                new PeerWindow.Spins(
                        speeds.get(0).takeMeanNanos(), speeds.get(1).takeMeanNanos()),
                new PeerWindow.Trouble(null, null),
                new PeerWindow.Failed(0, null));
    }

    private void spinUnchecked() {
        try {
            spin();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Times the loop some times, spread over the window. */
    private void spin() throws IOException, InterruptedException {
        long pauseMillis = settings.duration().toMillis() / (SPINS_PER_WINDOW + 1);
        for (int i = 0; i < SPINS_PER_WINDOW; i++) {
            Thread.sleep(pauseMillis);
            for (CoreSpeed speed : speeds) {
                speed.sample();
            }
        }
    }

    private List<Long> ownPids() {
        List<Long> pids = new ArrayList<>(List.of(ProcessHandle.current().pid()));
        site.redisPid().ifPresent(pids::add);
        site.watch().pid().ifPresent(pids::add);
        Stream.concat(
                        rivals.values().stream().flatMap(rival -> rival.pids().stream()),
                        speeds.stream().map(CoreSpeed::pid))
                .forEach(pids::add);
        return pids;
    }

    private static String describe(PeerWindow window) {
        Double cpu = window.cost().serverCpuMicros();
        return String.format(
                Locale.ROOT,
                "round %d, %s, %-15s %7.0f calls/s%s, TP99 %.2f ms%s%s",
                window.turn().round(),
                window.isOpenLoop()
                        ? "half load"
                        : String.format(Locale.ROOT, "%3d users", window.turn().users()),
                window.turn().contestant(),
                window.callsPerSecond(),
                cpu == null ? "" : String.format(Locale.ROOT, ", server CPU %.1f us/call", cpu),
                window.responseTime().p99Millis(),
                window.failed().failures() == 0
                        ? ""
                        : ", " + window.failed().failures() + " calls failed, the first: "
                                + window.failed().firstFailure(),
                !window.isDisturbed()
                        ? ""
                        : window.trouble().isForeign()
                                ? ", disturbed: other programs used the cores"
                                : ", disturbed: calls were sent late");
    }

    /** Ends all processes. */
    @Override
    public void close() {
        rivals.values().forEach(Rival::close);
        speeds.forEach(CoreSpeed::close);
    }
}
