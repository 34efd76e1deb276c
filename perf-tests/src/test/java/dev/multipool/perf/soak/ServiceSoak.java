package dev.multipool.perf.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.bench.baidustd.BaiduStd;
import dev.multipool.bench.generator.GeneratorSettings;
import dev.multipool.bench.generator.LoadGenerator;
import dev.multipool.bench.generator.ProgressListener;
import dev.multipool.bench.plan.CallMix;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.plan.LoadProfile;
import dev.multipool.bench.result.LoadResult;
import dev.multipool.pools.MeasuredPool;
import dev.multipool.pools.admission.AdmissionSnapshot;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.app.UserService;
import dev.multipool.rpc.server.app.Wiring;
import dev.multipool.rpc.server.app.settings.SettingsLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * <b>Question</b>: does anything grow while the service runs for long, at 70 % of what it can do, with connections reset at
 * random, its Redis restarted again and again, and a random fault each second: callbacks that throw whatever there is to
 * throw, no descriptor or no direct memory left for a moment?
 *
 * <p><b>Hypothesis</b>: no: heap after a collection, memory outside of it, threads and file descriptors are in the last
 * third of the run what they were in the first, after each fault the next call is served, and afterwards every permit is
 * back.
 *
 * <p><b>Setup</b>: service, generator and what makes trouble in this JVM, Redis beside it. The service's largest throughput
 * is measured first, with a closed loop; then an open loop asks for 70 % of it.
 *
 * <p><b>Reading the result</b>: a line each for some thirty moments of the run, printed and kept in
 * {@code target/soak/soak.txt}; see {@link Flatness} for what may rise by how much.
 *
 * <p><b>How to run</b>: {@code mvn verify -Pfull}, one minute; {@code -Dsoak.duration=PT30M} for a longer one.
 */
@Tag("full")
class ServiceSoak {
    private static final Duration DURATION = Duration.parse(System.getProperty("soak.duration", "PT1M"));
    private static final int SAMPLES = 30;
    private static final double SHARE_OF_LARGEST = 0.7;
    private static final long USERS = 1000;
    private static final int CONNECTIONS = 4;
    private static final Duration WARM_UP = Duration.ofSeconds(15);
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration SETTLE_BOUND = Duration.ofSeconds(30);

    @Test
    @Timeout(value = 1, unit = TimeUnit.DAYS)
    void serviceUnderLoadAndTrouble_growsNowhere() throws Exception {
        assertThat(DURATION).as("soak.duration").isGreaterThanOrEqualTo(Duration.ofSeconds(30));
        List<Footprint> footprints = new ArrayList<>();
        try (Troubles troubles = new Troubles(USERS);
                UserService service = start(troubles);
                HostileService hostile = new HostileService()) {
            RpcServer server = service.server();
            Faults faults = new Faults(server, hostile, troubles);
            double largest = run(server, LoadModel.ClosedLoop.of(8), Duration.ofSeconds(8), Duration.ofSeconds(5))
                    .counts()
                    .throughputPerSecond();
            LoadModel load = new LoadModel.OpenLoop(
                    Math.max(1, Math.floor(largest * SHARE_OF_LARGEST)),
                    LoadModel.Arrivals.POISSON,
                    1000,
                    LoadProfile.CONSTANT);

            CompletableFuture<LoadResult> running = CompletableFuture.supplyAsync(() -> {
                try {
                    return run(server, load, WARM_UP, DURATION);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            troubles.begin(server.address().getPort(), betweenRestarts());
            Thread.sleep(WARM_UP.toMillis());
            faults.begin();
            long every = DURATION.toMillis() / SAMPLES;
            for (int i = 1; i <= SAMPLES; i++) {
                Thread.sleep(every);
                footprints.add(Footprint.take(i * every / 1000, server.callsInFlight()));
            }
            faults.end();
            troubles.end();
            LoadResult result = running.get(2, TimeUnit.MINUTES);

            String report = report(result, largest, footprints, troubles, faults);
            System.out.println(report);
            write(report);
            assertThat(troubles.restarts()).isPositive();
            assertThat(troubles.resets()).isPositive();
            // without Redis calls fail faster than they are served with it, so the errors may be more
            assertThat(result.counts().calls()).isPositive();
            assertThat(result.counts().errors().keySet())
                    .isSubsetOf(Set.of("EINTERNAL", "ERPCTIMEDOUT", "ELIMIT", "EFAILEDSOCKET"));
            assertThat(faults.brokenBy()).as("what ended the faults").isNull();
            assertThat(faults.counts()).containsOnlyKeys(Faults.Fault.values());
            assertThat(faults.endless()).as("calls that never ended").isZero();
            assertThat(faults.unserved())
                    .as("faults after which no call was served")
                    .isZero();
            settle(hostile, hostile::isWhole);
            assertEveryPermitIsBack(server);
            assertThat(Flatness.risen(footprints)).isEmpty();
        }
    }

    /** A Redis that is away for a second each half minute or so, and often enough in a short run. */
    private static Duration betweenRestarts() {
        return Duration.ofMillis(Math.min(30_000, DURATION.toMillis() / 8));
    }

    private static UserService start(Troubles troubles) throws IOException {
        Map<String, String> flags = Map.of(
                "server.host", "127.0.0.1",
                "server.port", "0",
                "admin.port", "0",
                "redis.source", troubles.redis().uri().toString(),
                "admission.enabled", "true",
                "admission.objective", "100ms",
                "exhaustion.directory", Path.of("target", "soak", "bundles").toString());
        return Wiring.start(SettingsLoader.load(null, Map.of(), flags), progress -> {}, UnaryOperator.identity());
    }

    private static LoadResult run(RpcServer server, LoadModel load, Duration warmup, Duration duration)
            throws InterruptedException {
        LoadPlan plan = new LoadPlan(
                "127.0.0.1",
                server.address().getPort(),
                CONNECTIONS,
                load,
                CallMix.findUserInfo(USERS),
                new LoadPlan.Timing(warmup, duration, CALL_TIMEOUT),
                1);
        return new LoadGenerator(plan, GeneratorSettings.of(plan), ProgressListener.NONE, BaiduStd.PLAIN).run();
    }

    private static void assertEveryPermitIsBack(RpcServer server) throws InterruptedException {
        settle("calls in flight", () -> server.callsInFlight() == 0);
        settle("connections", () -> server.connections() == 0);
        settle("unsent bytes", () -> server.unsentBytes() == 0);
        settle(
                "places of adaptive admission",
                () -> server.admission().map(AdmissionSnapshot::inFlight).orElse(-1) == 0);
        for (MeasuredPool pool : server.pools()) {
            settle(
                    "tasks of pool " + pool.config().name(),
                    () -> pool.snapshot().state().inFlight() == 0);
        }
    }

    /** @param what tells by its text, then, what is left of it */
    private static void settle(Object what, BooleanSupplier isGone) throws InterruptedException {
        for (long waited = 0; waited < SETTLE_BOUND.toMillis() && !isGone.getAsBoolean(); waited += 10) {
            Thread.sleep(10);
        }
        assertThat(isGone.getAsBoolean()).as(() -> "no " + what + " left").isTrue();
    }

    private static String report(
            LoadResult result, double largest, List<Footprint> footprints, Troubles troubles, Faults faults) {
        StringBuilder report = new StringBuilder();
        report.append(String.format(
                Locale.ROOT,
                "soak of %s: %.0f of at most %.0f calls/s, %d connections reset, %d ended by the server before, Redis restarted %d times%n"
                        + "%d calls answered, errors %s%n"
                        + "faults %s; %d calls never ended, %d faults after which none was served%n"
                        + "second  heap MiB  direct MiB  threads  descriptors  in flight%n",
                DURATION,
                result.counts().throughputPerSecond(),
                largest,
                troubles.resets(),
                troubles.closedFirst(),
                troubles.restarts(),
                result.counts().calls(),
                result.counts().errors(),
                faults.counts(),
                faults.endless(),
                faults.unserved()));
        for (Footprint at : footprints) {
            report.append(String.format(
                    Locale.ROOT,
                    "%6d  %8.1f  %10.1f  %7d  %11d  %9d%n",
                    at.second(),
                    at.heapMiB(),
                    at.directMiB(),
                    at.threads(),
                    at.descriptors(),
                    at.callsInFlight()));
        }
        return report.toString();
    }

    private static void write(String report) throws IOException {
        Path file = Path.of("target", "soak", "soak.txt");
        Files.createDirectories(file.getParent());
        Files.writeString(file, report);
    }
}
