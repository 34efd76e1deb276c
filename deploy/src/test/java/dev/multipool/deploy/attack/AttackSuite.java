package dev.multipool.deploy.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.protobuf.ByteString;
import dev.multipool.bench.baidustd.BaiduStd;
import dev.multipool.bench.baidustd.ConnectionSettings;
import dev.multipool.bench.generator.GeneratorSettings;
import dev.multipool.bench.generator.LoadGenerator;
import dev.multipool.bench.generator.ProgressListener;
import dev.multipool.bench.machine.WatchedMachine;
import dev.multipool.bench.plan.CallMix;
import dev.multipool.bench.plan.LoadModel;
import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.bench.plan.LoadProfile;
import dev.multipool.bench.result.LoadResult;
import dev.multipool.deploy.DeployedServer;
import dev.multipool.deploy.MemoryGroup;
import dev.multipool.deploy.attack.Attack.Door;
import dev.multipool.rpc.protocol.tls.CertificateAuthority;
import dev.multipool.rpc.protocol.tls.TlsFiles;
import dev.multipool.rpc.protocol.transport.TransportSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * <b>Question</b>: what do strangers and hostile callers cost a caller who does nothing wrong, and does the server live in
 * the memory of its container?
 *
 * <p><b>Hypothesis</b>: that caller loses no call, and its TP99 stays below five times what it is without the attack. The
 * kernel ends nothing, and no connection, call or unfinished byte is left afterwards.
 *
 * <p><b>Setup</b>: the server as the launcher starts it, in a control group of 512 MiB, with credentials; its Redis is in the
 * group as well. A caller asks at a constant rate on one connection, for a while without and for a while under each attack, by
 * turns. Caller and attackers are in this JVM, on the same cores.
 *
 * <p><b>Reading the result</b>: a line for each attack, printed and kept in {@code target/attack/}; TP99 is the median of
 * the rounds. It is judged from three of them, in a run that is long enough for windows after the attack's connections are open.
 *
 * <p><b>How to run</b>: {@code mvn verify -Pfull}, one minute, in which no TP99 is judged; {@code -Dattack.duration=PT10M} for
 * a longer one.
 */
@Tag("full")
class AttackSuite {
    private static final Duration DURATION = Duration.parse(System.getProperty("attack.duration", "PT1M"));
    private static final long LIMIT_BYTES = 512L << 20;
    private static final double MOST_TIMES = 5;
    private static final double CALLS_PER_SECOND = 500;
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration FIRST_WARM_UP = Duration.ofSeconds(5);
    /** Fewer windows of an attack say nothing of its TP99. */
    private static final int FEWEST_ROUNDS = 3;
    /** Of an attack and as long without it, in a run that has time for just so many. */
    private static final Duration ROUND = DURATION.dividedBy((long) Attack.values().length * FEWEST_ROUNDS);

    /** What an attack needs to open its connections, and the caller to be used to it. */
    private static final Duration OPENING = Duration.ofSeconds(3);

    private static final Duration WARM_UP = shorter(OPENING, ROUND.dividedBy(4));
    private static final Duration WINDOW = longer(
            Duration.ofMillis(500),
            shorter(Duration.ofSeconds(5), ROUND.dividedBy(2).minus(WARM_UP)));
    private static final Duration SETTLE_BOUND = Duration.ofMinutes(1);
    private static final ByteString CREDENTIAL = ByteString.copyFromUtf8("the caller's secret");

    @TempDir
    private Path directory;

    private record Times(List<Double> calm, List<Double> attacked, List<Long> calls, List<Long> lost) {
        Times() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }

        double ratio() {
            return median(attacked) / median(calm);
        }

        long allCalls() {
            return calls.stream().mapToLong(Long::longValue).sum();
        }

        long allLost() {
            return lost.stream().mapToLong(Long::longValue).sum();
        }

        private static double median(List<Double> millis) {
            return millis.stream().sorted().toList().get(millis.size() / 2);
        }
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(value = 1, unit = TimeUnit.DAYS)
    void attacks_costAGoodCallerNoCallAndLittleTime_andTheServerLives(Door door) throws Exception {
        Optional<MemoryGroup> made = MemoryGroup.of(LIMIT_BYTES);
        assumeTrue(made.isPresent(), "no control group of the memory controller can be made here (expected: root)");
        List<Attack> attacks = Arrays.stream(Attack.values())
                .filter(attack -> attack.door() == door)
                .toList();
        Map<Attack, Times> times = new EnumMap<>(Attack.class);
        attacks.forEach(attack -> times.put(attack, new Times()));
        new CertificateAuthority(directory, "root").issue("server", "127.0.0.1");
        try (MemoryGroup group = made.orElseThrow();
                DeployedServer server = DeployedServer.start(command(group, door), environment())) {
            ConnectionSettings connections = connections(door);
            call(server, connections, FIRST_WARM_UP);
            // the share of this door's attacks
            long end = System.nanoTime() + DURATION.toNanos() * attacks.size() / Attack.values().length;
            do {
                for (Map.Entry<Attack, Times> each : times.entrySet()) {
                    Attack attack = each.getKey();
                    LoadResult calm = call(server, connections, WARM_UP);
                    LoadResult attacked;
                    try (Attackers attackers = new Attackers(attack, server.port(), CREDENTIAL)) {
                        attacked = call(server, connections, WARM_UP);
                        assertThat(attackers.refused())
                                .as(attack + ": not even opened")
                                .isZero();
                    }
                    Times of = each.getValue();
                    of.calm().add(calm.times().responseTime().p99Millis());
                    of.attacked().add(attacked.times().responseTime().p99Millis());
                    of.calls().add(attacked.noise().raw().calls());
                    of.lost().add(calm.errorCount() + attacked.errorCount());
                    settle(server, attack);
                    assertThat(group.kills())
                            .as(attack + ": processes that the kernel ended")
                            .isZero();
                }
            } while (System.nanoTime() - end < 0);

            String report = report(door, times, group.peak());
            System.out.println(report);
            write(door, report);
            times.forEach((attack, of) -> {
                assertThat(of.allLost()).as(attack + ": calls lost").isZero();
                // windows that the opening lies in tell of that alone
                if (of.calm().size() >= FEWEST_ROUNDS && WARM_UP.equals(OPENING)) {
                    assertThat(of.ratio()).as(attack + ": TP99 with / without").isLessThan(MOST_TIMES);
                }
            });
            assertThat(server.end()).isZero();
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    private List<String> command(MemoryGroup group, Door door) throws Exception {
        Path secrets = Files.writeString(directory.resolve("secrets"), CREDENTIAL.toStringUtf8() + "\n");
        List<String> command = new ArrayList<>(group.within("sh multipool-server"));
        command.addAll(List.of("--host=127.0.0.1", "--port=0", "--admin-port=0", "--redis=embedded"));
        command.addAll(List.of("--seed-users=1000", "--set=server.credentials-file=" + secrets));
        if (door == Door.TLS) {
            command.add("--set=tls.certificate=" + directory.resolve("server.crt"));
            command.add("--set=tls.key=" + directory.resolve("server.key"));
        }
        return command;
    }

    private static Map<String, String> environment() {
        return Map.of("JAVA_HOME", System.getProperty("java.home"));
    }

    private ConnectionSettings connections(Door door) {
        return new ConnectionSettings(
                door == Door.TLS ? TlsFiles.client(directory.resolve("root.crt")) : null,
                TransportSettings.DEFAULT,
                CREDENTIAL);
    }

    private static LoadResult call(DeployedServer server, ConnectionSettings connections, Duration warmUp)
            throws InterruptedException {
        LoadPlan plan = new LoadPlan(
                "127.0.0.1",
                server.port(),
                1,
                new LoadModel.OpenLoop(CALLS_PER_SECOND, LoadModel.Arrivals.POISSON, 10_000, LoadProfile.CONSTANT),
                CallMix.findUserInfo(1000),
                new LoadPlan.Timing(warmUp, WINDOW, CALL_TIMEOUT),
                1);
        GeneratorSettings settings = new GeneratorSettings(1, WatchedMachine.WHOLE);
        return new LoadGenerator(plan, settings, ProgressListener.NONE, new BaiduStd(connections)).run();
    }

    /** Waits until nothing of an attack is left. */
    private static void settle(DeployedServer server, Attack attack) throws Exception {
        Map<String, Double> left = Map.of();
        for (long waited = 0; waited < SETTLE_BOUND.toMillis(); waited += 100) {
            left = left(server.get("/metrics").body());
            if (left.values().stream().allMatch(value -> value == 0)) {
                return;
            }
            Thread.sleep(100);
        }
        assertThat(left).as(attack + ": left a minute later").isEmpty();
    }

    private static Map<String, Double> left(String metrics) {
        Map<String, Double> left = new TreeMap<>();
        Stream.of("multipool_rpc_connections", "multipool_rpc_unsent_bytes", "multipool_rpc_unfinished_bytes")
                .forEach(name -> {
                    Matcher line = Pattern.compile("(?m)^" + name + " (\\S+)$").matcher(metrics);
                    assertThat(line.find()).as("a line of " + name).isTrue();
                    left.put(name, Double.valueOf(line.group(1)));
                });
        return left;
    }

    private static String report(Door door, Map<Attack, Times> times, String peak) {
        StringBuilder report = new StringBuilder(String.format(
                Locale.ROOT,
                "%s: the most memory that was in use: %s%n%-20s %6s %6s %10s %10s %8s %8s %6s%n",
                door,
                peak,
                "attack",
                "peers",
                "rounds",
                "TP99 ms",
                "attacked",
                "ratio",
                "calls",
                "lost"));
        times.forEach((attack, of) -> report.append(String.format(
                Locale.ROOT,
                "%-20s %6d %6d %10.2f %10.2f %8.2f %8d %6d%n",
                attack,
                attack.peers(),
                of.calm().size(),
                Times.median(of.calm()),
                Times.median(of.attacked()),
                of.ratio(),
                of.allCalls(),
                of.allLost())));
        return report.toString();
    }

    private static void write(Door door, String report) throws IOException {
        Path file = Path.of("target", "attack", door.name().toLowerCase(Locale.ROOT) + ".txt");
        Files.createDirectories(file.getParent());
        Files.writeString(file, report);
    }
}
