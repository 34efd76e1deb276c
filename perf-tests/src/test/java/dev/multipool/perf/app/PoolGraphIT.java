package dev.multipool.perf.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.capacity.calibration.TaskShape;
import dev.multipool.item.v1.ItemPart;
import dev.multipool.laboratory.process.PoolAgent;
import dev.multipool.laboratory.process.PoolEdge;
import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.process.ServerLedgers;
import dev.multipool.laboratory.process.WaitGraph;
import dev.multipool.perf.nested.flow.Deadline;
import dev.multipool.perf.nested.flow.Flow;
import dev.multipool.perf.nested.flow.ItemSteps;
import dev.multipool.perf.nested.flow.OtherPool;
import dev.multipool.perf.nested.flow.PlainFlow;
import dev.multipool.perf.service.ServiceCall;
import dev.multipool.pools.NanoClock;
import dev.multipool.redis.ItemRepository;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/** Who waits for whom in a JVM that runs already, and knows nothing of us. */
@Timeout(90)
class PoolGraphIT {

    static final Path AGENT = Path.of("..", "agent", "target", "multipool-agent.jar");
    private static final String WORKS = "works";
    private static final long ENOUGH_CALLS = 300;

    @Test
    void queryItems_isDiscovered_andAgreesWithOurDescription() throws Exception {
        TaskShape described = ServiceCall.QUERY_ITEMS.shape(Map.of());
        int items = described.subtasks().get(0).count();
        Process process = start(QueryItems.class, Integer.toString(items));
        try (BufferedReader console = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(console.readLine()).isEqualTo(WORKS);

            List<WaitGraph.Call> calls = discover(process.pid());

            assertThat(calls).hasSize(1);
            assertThat(flow(calls.get(0).shape())).isEqualTo(flow(described));
            assertThat(attach(process.pid()))
                    .contains(
                            "business -> common",
                            "common -> select",
                            "a call: business -> 5 common -> (4 select, then 4 select)")
                    .doesNotContain("WARNING");
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void poolsThatWaitForEachOther_areReportedBeforeTheyDeadlock_andNamedAfter() throws Exception {
        Process process = start(Cycle.class);
        try (BufferedReader console = process.inputReader(StandardCharsets.UTF_8);
                Writer orders = process.outputWriter(StandardCharsets.UTF_8)) {
            assertThat(console.readLine()).isEqualTo(WORKS);
            assertThat(awaitReport(process.pid(), "WARNING"))
                    .contains("alpha -> beta", "beta -> alpha", "WARNING: alpha and beta wait for each other")
                    .doesNotContain("DEADLOCK");

            orders.write("\n");
            orders.flush();

            assertThat(awaitReport(process.pid(), "DEADLOCK"))
                    .contains(
                            "DEADLOCK: alpha and beta wait for each other: 2 of 2 threads of alpha are blocked in a join,"
                                    + " 2 of 3 threads of beta are blocked in a join");
        } finally {
            process.destroyForcibly();
        }
    }

    private static List<WaitGraph.Call> discover(long pid) throws InterruptedException {
        PoolAgent.start(pid, AGENT);
        try (ServerLedgers ledgers = firstPools(pid)) {
            List<PoolEdge> edges = ledgers.edges().orElseThrow();
            ServerLedgers.Reading before = ledgers.read();
            while (true) {
                Thread.sleep(100);
                List<PoolEdge> after = ledgers.edges().orElseThrow();
                long calls = after.stream()
                        .filter(edge -> edge.from().equals("business"))
                        .mapToLong(edge -> edge.counts().calls())
                        .sum();
                if (calls >= ENOUGH_CALLS) {
                    return WaitGraph.of(edges, after, ledgers.read().since(before))
                            .calls();
                }
            }
        }
    }

    static ServerLedgers firstPools(long pid) throws InterruptedException {
        while (true) {
            try {
                return ServerLedgers.attach(pid);
            } catch (ProcessFailedException e) {
                // it shows none yet
                Thread.sleep(50);
            }
        }
    }

    /** Without what only its programmer knows: which tasks of a pool compute, and which wait. */
    private static TaskShape flow(TaskShape task) {
        return new TaskShape(
                task.pool(),
                task.count(),
                0,
                false,
                task.subtasks().stream().map(PoolGraphIT::flow).toList());
    }

    private static String awaitReport(long pid, String word) throws InterruptedException {
        String report = attach(pid);
        while (!report.contains(word)) {
            Thread.sleep(100);
            report = attach(pid);
        }
        return report;
    }

    private static String attach(long pid) {
        StringWriter out = new StringWriter();
        int code = new CommandLine(new LabCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(out, true))
                .execute("attach", "--pid", Long.toString(pid), "--window", "500ms");
        assertThat(code).as(out.toString()).isZero();
        return out.toString();
    }

    static Process start(Class<?> program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath(),
                program.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** An application's: nothing of the agent. */
    private static String classPath() {
        return Pattern.compile(File.pathSeparator)
                .splitAsStream(System.getProperty("java.class.path"))
                .filter(entry -> !entry.contains("/agent/target/") && !entry.contains("multipool-agent"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static void say(String what) {
        PrintStream console = System.out;
        console.println(what);
    }

    /** queryItems on the JDK's executors: five users, whose parts take 1 ms each. */
    static final class QueryItems {
        private QueryItems() {}

        public static void main(String[] arguments) {
            List<Long> ids = LongStream.rangeClosed(1, Long.parseLong(arguments[0]))
                    .boxed()
                    .toList();
            Flow flow = new PlainFlow(new ItemSteps(new SlowItems()), OtherPool.THREAD_POOL_EXECUTOR);
            say(WORKS);
            for (int i = 0; i < 5; i++) {
                ask(flow, ids);
            }
        }

        /** Who ended a user's request begins the next one, so business submits to business, and does not wait. */
        private static void ask(Flow flow, List<Long> ids) {
            NanoClock clock = NanoClock.system();
            flow.begin(
                    ids,
                    new Deadline(
                            clock, clock.nanoTime() + Duration.ofSeconds(30).toNanos()),
                    (digests, failure) -> ask(flow, ids));
        }
    }

    private static final class SlowItems implements ItemRepository {
        @Override
        public Optional<ItemPart> find(long itemId, int part, Duration atMost) {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return Optional.empty();
        }

        @Override
        public CompletionStage<Optional<ItemPart>> findAsync(long itemId, int part, Duration atMost) {
            throw new UnsupportedOperationException();
        }
    }

    /** Two pools that wait for each other. One call at a time ends; two at once never do. */
    static final class Cycle {
        private static final ExecutorService ALPHA = pool("alpha", 2);
        private static final ExecutorService BETA = pool("beta", 3);

        private Cycle() {}

        public static void main(String[] arguments) throws Exception {
            say(WORKS);
            while (System.in.available() == 0) {
                call(() -> null).get();
                Thread.sleep(1);
            }
            CyclicBarrier all = new CyclicBarrier(2);
            List<Future<?>> calls = List.of(call(all::await), call(all::await));
            for (Future<?> call : calls) {
                call.get();
            }
        }

        private static Future<?> call(Callable<?> first) {
            return ALPHA.submit(() -> {
                first.call();
                return BETA.submit(() -> ALPHA.submit(() -> 1).get()).get();
            });
        }

        private static ExecutorService pool(String name, int threads) {
            AtomicInteger number = new AtomicInteger();
            return Executors.newFixedThreadPool(
                    threads, task -> new Thread(task, name + "-" + number.incrementAndGet()));
        }
    }
}
