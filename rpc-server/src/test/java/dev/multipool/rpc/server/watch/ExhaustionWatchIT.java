package dev.multipool.rpc.server.watch;

import static dev.multipool.rpc.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.multipool.pools.NanoClock;
import dev.multipool.pools.ThreadClassifier;
import dev.multipool.rpc.client.LeakCheck;
import dev.multipool.rpc.server.limits.CallRejection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A pool is exhausted by real calls; the watch's clock stands still until told. */
@ExtendWith(LeakCheck.class)
class ExhaustionWatchIT {
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    @TempDir
    private Path directory;

    private final AtomicLong nanos = new AtomicLong();
    private final NanoClock clock = nanos::get;
    private final Logger logger = (Logger) LoggerFactory.getLogger(ExhaustionWatch.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private WatchedServer watched;

    @BeforeEach
    void start() throws IOException {
        lines.start();
        logger.addAppender(lines);
        watched = new WatchedServer("fixed:threads=2,queue=1");
    }

    @AfterEach
    void end() {
        logger.detachAppender(lines);
        watched.close();
    }

    @Test
    void look_atAnExhaustedPool_writesOneLineToActOnAndABundle() throws IOException {
        ExhaustionWatch watch = watch(directory, 10);

        watch.look();

        assertThat(told())
                .singleElement()
                .asString()
                .contains("pool business exhausted: 2 of 2 threads busy, 1 of 1 queued, 5 rejected in ")
                .contains("; threads: 2 join, most at dev.multipool.rpc.server.watch.WatchedServer.")
                .contains("; details in " + directory);
        assertThat(Files.readString(bundles().get(0)))
                .contains("\"what\": \"pool business exhausted")
                .contains("\"when\": \"2026-01-02T03:04:05Z\"")
                .contains("\"activity\": \"join\"")
                .contains("\"queue_full\": ")
                .contains("\"slowCallsSinceStart\": ")
                .contains("\"server.port\": \"1\"")
                .contains("\"name\": \"rpc-io-");
        assertThat(Files.getPosixFilePermissions(bundles().get(0))).hasSize(2);
    }

    @Test
    void look_namesTheSlowestCallWithItsStages() {
        ExhaustionWatch watch = watch(directory, 10);
        LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        watched.finish();
        eventually(
                "the calls were slow",
                () -> !watched.server().views().slowCalls().isEmpty());

        watch.look();

        assertThat(told())
                .singleElement()
                .asString()
                .matches(".*; slowest call: multipool\\.user\\.v1\\.UserService/findUserInfo [\\d.]+ ms \\(queued .*");
    }

    @Test
    void look_tellsAtMostOnceAMinute_andAgainAfterIt() throws IOException {
        ExhaustionWatch watch = watch(directory, 10);

        watch.look();
        nanos.addAndGet(Duration.ofSeconds(59).toNanos());
        reject(1);
        watch.look();
        assertThat(told()).hasSize(1);

        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        watch.look();
        assertThat(told()).as("nothing was turned away since the last look").hasSize(1);

        reject(1);
        watch.look();
        assertThat(told()).hasSize(2);
        assertThat(bundles()).hasSize(2);
    }

    @Test
    void look_keepsNoMoreThanTheLastBundles() throws IOException {
        ExhaustionWatch watch = watch(directory, 2);
        for (int i = 0; i < 4; i++) {
            watch.look();
            nanos.addAndGet(Duration.ofMinutes(1).toNanos());
            reject(1);
        }

        assertThat(told()).hasSize(4);
        assertThat(bundles()).hasSize(2);
        assertThat(bundles().get(1).getFileName().toString()).startsWith("exhaustion-20260102-030705-");
    }

    @Test
    void look_whenTheBundleCanNotBeWritten_stillWritesItsOneLine() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        ExhaustionWatch watch = watch(file, 10);

        watch.look();

        assertThat(told())
                .singleElement()
                .asString()
                .contains("pool business exhausted")
                .contains("; no details: ")
                .contains("is no directory");
    }

    @Test
    void bundle_isCutOffAtItsBound() throws IOException {
        ExhaustionWatch watch = watch(new BundleSettings(directory, 10, 2048));

        watch.look();

        assertThat(Files.size(bundles().get(0))).isEqualTo(2048);
    }

    private void reject(int more) {
        long before = rejected();
        // 2 run, 1 waits, the rest is turned away
        watched.send(before == 0 ? 3 + more : more);
        eventually("calls are turned away", () -> rejected() == before + more);
        eventually("both threads are held", () -> held() == 2);
    }

    /** Threads that are busy are not at their latch yet. */
    private static long held() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getName().startsWith("business-"))
                .filter(thread -> thread.getKey().getState() == Thread.State.TIMED_WAITING)
                .filter(thread -> Stream.of(thread.getValue())
                        .anyMatch(frame -> frame.getClassName().equals(CountDownLatch.class.getName())))
                .count();
    }

    private long rejected() {
        return watched.server().rejections().getOrDefault(CallRejection.QUEUE_FULL, 0L);
    }

    private ExhaustionWatch watch(Path bundleDirectory, int maxFiles) {
        return watch(BundleSettings.of(bundleDirectory, maxFiles));
    }

    /** A watch whose server turned 5 calls away since it began. */
    private ExhaustionWatch watch(BundleSettings bundles) {
        ServerReport report = new ServerReport(watched.server(), new ThreadDump(ThreadClassifier.standard()), clock);
        Clock wallClock = new Clock() {
            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return START.plusNanos(nanos.get());
            }
        };
        ExhaustionWatch watch = new ExhaustionWatch(
                watched.server(), report, () -> Map.of("server.port", "1"), bundles, clock, wallClock);
        reject(5);
        return watch;
    }

    private List<String> told() {
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    private List<Path> bundles() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }
}
