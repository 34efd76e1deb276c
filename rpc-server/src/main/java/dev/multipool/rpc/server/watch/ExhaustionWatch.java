package dev.multipool.rpc.server.watch;

import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.NanoClock;
import dev.multipool.rpc.protocol.FailureText;
import dev.multipool.rpc.server.RpcServer;
import dev.multipool.rpc.server.journal.SlowCall;
import dev.multipool.rpc.server.limits.CallRejection;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks every second whether a pool turned tasks away. If so, and at most once a minute, it writes one log line that a
 * person can act on, and a bundle. The bundle has everything that the line leaves out: ledgers, threads, slow calls,
 * configuration.
 *
 * <p><b>Threads</b>: one of its own, {@code exhaustion-watch}. While nothing is turned away a look costs a few additions, and one
 * in ten a snapshot of each pool.
 *
 * <p><b>Lifecycle</b>: watches from {@link #start} until {@link #close}. What fails here, such as a full disk, is told in
 * the log line and harms nothing else.
 */
public final class ExhaustionWatch implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ExhaustionWatch.class);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
    private static final long TELL_EVERY_NANOS = Duration.ofMinutes(1).toNanos();
    private static final Set<CallRejection> SIGNS =
            Set.of(CallRejection.POOL_FULL, CallRejection.QUEUE_FULL, CallRejection.EXPIRED_IN_QUEUE);

    private final RpcServer server;
    private final ServerReport report;
    private final Supplier<?> configuration;
    private final BundleFiles files;
    private final NanoClock clock;
    private final Clock wallClock;
    private @Nullable ScheduledExecutorService thread;
    // the rest belongs to the watch's thread
    private long signsBefore;
    private boolean told;
    private long toldNanos;

    /**
     * A watch that does not run yet.
     *
     * @param configuration the configuration as a tree, asked for when a bundle is written; without secrets
     */
    public ExhaustionWatch(
            RpcServer server,
            ServerReport report,
            Supplier<?> configuration,
            BundleSettings bundles,
            NanoClock clock,
            Clock wallClock) {
        this.server = server;
        this.report = report;
        this.configuration = configuration;
        this.files = new BundleFiles(bundles);
        this.clock = clock;
        this.wallClock = wallClock;
    }

    /** Begins to look. */
    public synchronized void start() {
        ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(look -> {
            Thread named = new Thread(look, "exhaustion-watch");
            named.setDaemon(true);
            return named;
        });
        var unused = started.scheduleWithFixedDelay(
                this::lookQuietly, LOOK_EVERY.toMillis(), LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
        thread = started;
    }

    private void lookQuietly() {
        try {
            look();
        } catch (Throwable t) {
            // thrown on, it would end the schedule for good
            log.warn("exhaustion watch: {}", FailureText.of(t));
            log.debug("exhaustion watch", t);
        }
    }

    /** One look. */
    void look() {
        report.pools().advance();
        Map<CallRejection, Long> rejections = server.rejections();
        long signs = SIGNS.stream()
                .mapToLong(sign -> rejections.getOrDefault(sign, 0L))
                .sum();
        boolean more = signs > signsBefore;
        signsBefore = signs;
        long now = clock.nanoTime();
        if (more && (!told || now - toldNanos >= TELL_EVERY_NANOS)) {
            told = true;
            toldNanos = now;
            tell();
        }
    }

    private void tell() {
        Exhaustion exhaustion = exhaustion();
        Instant now = wallClock.instant();
        String line = exhaustion.line();
        try {
            Path bundle = files.write(bundle(line, exhaustion, now), now);
            log.warn("{}; details in {}", line, bundle);
        } catch (IOException e) {
            log.warn("{}; no details: {}", line, e.toString());
        }
    }

    /** The pool that turned most away in the last seconds. */
    private Exhaustion exhaustion() {
        LedgerSnapshot worst = server.pools().stream()
                .map(pool -> report.pools().lastSeconds(pool.snapshot()))
                .max(Comparator.comparingLong((LedgerSnapshot window) ->
                                window.counts().rejections().total())
                        .thenComparingInt(LedgerSnapshot::inFlight))
                .orElseThrow(() -> new IllegalStateException("rejections by a pool (expected: a server with pools)"));
        List<ThreadView> threads = report.dump().ofPool(worst.poolName());
        SlowCall slowest = server.views().slowCalls().stream()
                .max(Comparator.comparingLong(call -> call.times().answeredNanos()))
                .orElse(null);
        return new Exhaustion(worst, threads, slowest);
    }

    private Map<String, Object> bundle(String line, Exhaustion exhaustion, Instant now) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("what", line);
        tree.put("when", now);
        tree.put("threadsOfThePool", ServerReport.threadTree(exhaustion.threads()));
        tree.put("slow", report.slowCalls());
        tree.put("server", report.server());
        tree.put("pools", report.pools().trees());
        tree.put("configuration", configuration.get());
        tree.put("threads", report.threads(null));
        return tree;
    }

    @Override
    public synchronized void close() {
        if (thread != null) {
            thread.shutdownNow();
        }
    }
}
