package dev.multipool.perf.calltimes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.process.CorePlan;
import dev.multipool.laboratory.process.CpuQuota;
import dev.multipool.laboratory.process.JavaCommand;
import dev.multipool.laboratory.process.Jdk;
import dev.multipool.laboratory.process.Machine;
import dev.multipool.laboratory.process.ServerProcess;
import dev.multipool.perf.service.CallWeight;
import dev.multipool.redis.RedisSettings;
import dev.multipool.redis.UserSeeder;
import dev.multipool.redis.provision.RedisRequest;
import dev.multipool.redis.provision.RunningRedis;
import dev.multipool.redis.source.RedisSource;
import dev.multipool.redis.source.RedisSourceSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Question: what do callers see of an overloaded server beyond what its door measures?
 *
 * <p>Hypothesis: the wait for event loops, on both sides. A door measures from the arrival of a call at the server to its answer.
 *
 * <p>Setup: our own server with adaptive admission on one core, the generator and Redis on the other, calls of the published weight. One
 * call in twenty has a log id. Both processes write down the times of such a call, by the one clock of the machine.
 *
 * <p>Reading the result: a row for each stage of a call, over the calls that were answered. The last column is the mean over the slowest
 * hundredth: what makes the tail.
 *
 * <p>How to run: docs/experiments/overload.md has the command. {@code -Dcalltimes.loads} names the loads, {@code -Dcalltimes.seconds} the
 * length of the window.
 */
@Timeout(600)
class CallTimesExperiment {
    private static final String WARM_UP_SECONDS = System.getProperty("calltimes.warmup", "20");
    private static final String SECONDS = System.getProperty("calltimes.seconds", "20");
    private static final double LEAST_JOINED = 0.95;
    private static final double PART_OF_THE_TAIL = 0.01;

    private static final JavaCommand JAVA = new JavaCommand(
            Jdk.running(),
            System.getProperty("java.class.path"),
            List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:+AlwaysPreTouch"));

    static List<String> loads() {
        return List.of(
                System.getProperty("calltimes.loads", "users=160,rate=3000").split(",", -1));
    }

    /** One call by both its ends: readings of one clock, in nanoseconds. */
    private record JoinedCall(long begun, long sent, long arrived, long entered, long answered, long ended) {
        static JoinedCall of(long[] client, long[] server) {
            return new JoinedCall(client[0], client[1], server[0], server[1], server[2], client[2]);
        }

        long waitOfTheGenerator() {
            return sent - begun;
        }

        long wayIn() {
            return arrived - sent;
        }

        long waitForAThread() {
            return entered - arrived;
        }

        long work() {
            return answered - entered;
        }

        long wayOut() {
            return ended - answered;
        }

        long atTheServer() {
            return answered - arrived;
        }

        long all() {
            return ended - begun;
        }
    }

    @ParameterizedTest
    @MethodSource("loads")
    void timesOfBothEnds_areJoined(String load, @TempDir Path directory) throws IOException, InterruptedException {
        Machine machine = Machine.look(
                CpuQuota.PROC,
                System.getenv().getOrDefault("PATH", ""),
                Runtime.getRuntime().availableProcessors());
        CorePlan cores = CorePlan.of(machine.cpus(), machine.canPin(), 0);
        Path ofTheServer = directory.resolve("server.txt");
        Path ofTheClient = directory.resolve("client.txt");
        try (RunningRedis redis = RedisSource.open(RedisSourceSettings.builder()
                .request(RedisRequest.parse("embedded"))
                .cpus(cores.redisCpus())
                .build())) {
            new UserSeeder(RedisSettings.of(redis.uri())).seed(10_000, 42, seeding -> {});
            try (ServerProcess server = ServerProcess.start(
                    JAVA,
                    cores.serverCpus(),
                    null,
                    TimedServerMain.class.getName(),
                    arguments(ofTheServer, redis),
                    directory.resolve("server.log"))) {
                generate(load, cores, server.port(), ofTheClient);
            }
        }

        Map<Long, long[]> byServer = TimesFile.read(ofTheServer);
        List<JoinedCall> calls = new ArrayList<>();
        Map<Long, long[]> byClient = TimesFile.read(ofTheClient);
        byClient.forEach((call, times) -> {
            if (byServer.containsKey(call)) {
                calls.add(JoinedCall.of(times, byServer.get(call)));
            }
        });
        print(load, calls);
        assertThat(calls.size()).as("answered calls of which both ends tell").isGreaterThan((int)
                (LEAST_JOINED * byClient.size()));
        assertThat(calls).allSatisfy(call -> {
            assertThat(call.wayIn()).as("way in").isNotNegative();
            assertThat(call.wayOut()).as("way out").isNotNegative();
        });
    }

    private static List<String> arguments(Path times, RunningRedis redis) {
        List<String> arguments = new ArrayList<>(List.of(
                times.toString(),
                "--host",
                "127.0.0.1",
                "--port",
                "0",
                "--redis",
                redis.uri().toString()));
        List.of(
                        "server.event-loops=1",
                        "pools.business=cached:core=20,max=200",
                        "admission.enabled=true",
                        "admission.objective-percentile=99",
                        "admission.objective=10ms")
                .forEach(setting -> arguments.addAll(List.of("--set", setting)));
        CallWeight.PUBLISHED.settings().forEach((key, text) -> arguments.addAll(List.of("--set", key + "=" + text)));
        return arguments;
    }

    private static void generate(String load, CorePlan cores, int port, Path times)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        String cpus = cores.generatorCpus();
        if (cpus != null) {
            command.addAll(List.of("taskset", "-c", cpus));
        }
        command.add(Jdk.running().home().resolve("bin/java").toString());
        command.addAll(JAVA.jvmFlags());
        command.addAll(List.of(
                "-cp",
                JAVA.classPath(),
                TimedLoadMain.class.getName(),
                times.toString(),
                Integer.toString(port),
                WARM_UP_SECONDS,
                SECONDS,
                load));
        Process generator = new ProcessBuilder(command).inheritIO().start();
        try {
            assertThat(generator.waitFor(5, TimeUnit.MINUTES))
                    .as("the generator ends")
                    .isTrue();
            assertThat(generator.exitValue()).isZero();
        } finally {
            generator.destroyForcibly();
        }
    }

    private static void print(String load, List<JoinedCall> calls) {
        List<JoinedCall> slowest = calls.stream()
                .sorted(Comparator.comparingLong(JoinedCall::all).reversed())
                .limit(Math.max(1, Math.round(PART_OF_THE_TAIL * calls.size())))
                .toList();
        System.out.printf(
                Locale.ROOT,
                "%s: %d answered calls; ms: TP50, TP90, TP99, mean of the slowest %d%n",
                load,
                calls.size(),
                slowest.size());
        print("the generator's event loop", calls, slowest, JoinedCall::waitOfTheGenerator);
        print("way in, to the server's event loop", calls, slowest, JoinedCall::wayIn);
        print("wait for a thread", calls, slowest, JoinedCall::waitForAThread);
        print("work", calls, slowest, JoinedCall::work);
        print("way out, to the caller", calls, slowest, JoinedCall::wayOut);
        print("in all", calls, slowest, JoinedCall::all);
        print("at the server", calls, slowest, JoinedCall::atTheServer);
    }

    private static void print(
            String stage, List<JoinedCall> calls, List<JoinedCall> slowest, ToLongFunction<JoinedCall> time) {
        long[] sorted = calls.stream().mapToLong(time).sorted().toArray();
        System.out.printf(
                Locale.ROOT,
                "  %-36s %6.2f %6.2f %6.2f %6.2f%n",
                stage,
                sorted[sorted.length / 2] / 1e6,
                sorted[sorted.length * 9 / 10] / 1e6,
                sorted[sorted.length * 99 / 100] / 1e6,
                slowest.stream().mapToLong(time).average().orElseThrow() / 1e6);
    }
}
