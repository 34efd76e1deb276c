package dev.multipool.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.agent.program.TomcatHelloProgram;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Question: what does the agent cost a Tomcat that does nothing but answer?
 *
 * <p>Hypothesis: at most 3 % of its throughput.
 *
 * <p>Setup: a Tomcat with one servlet that answers "hello", on one core; 32 connections from this JVM, each with one request at a
 * time. JVMs with and without the agent take turns.
 *
 * <p>Reading the result: the medians. The server is saturated if its core is: the share is printed.
 *
 * <p>How to run: docs/reference/agent.md has the command. {@code -Dcost.rounds} is a property of the JVM that runs the tests.
 */
@Timeout(600)
class TomcatCostExperiment {

    private static final int ROUNDS = Integer.getInteger("cost.rounds", 7);
    private static final int CONNECTIONS = 32;
    private static final long WARM_UP_MILLIS = 6_000;
    private static final long MEASURED_MILLIS = 4_000;
    private static final byte[] REQUEST =
            "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

    /** What one server did. */
    private record Seen(double answersPerSecond, double coreShare) {}

    @Test
    void anAnswer_withAndWithoutTheAgent() throws Exception {
        List<Seen> with = new ArrayList<>();
        List<Seen> without = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            without.add(measure(List.of()));
            with.add(measure(List.of("-javaagent:" + ChildJvm.AGENT)));
        }
        double fast = median(without);
        double slow = median(with);
        System.out.printf(
                Locale.ROOT,
                "without: %.0f answers/s; with: %.0f answers/s; %.2f %%; core in use: %.0f %%%n",
                fast,
                slow,
                100 * (fast - slow) / fast,
                100 * without.get(0).coreShare());
        System.out.println("without " + without + ", with " + with);
        assertThat(slow).isPositive();
    }

    private static Seen measure(List<String> flags) throws Exception {
        List<String> command = new ArrayList<>(List.of("taskset", "-c", "0"));
        command.addAll(ChildJvm.command(flags, TomcatHelloProgram.class));
        Process server = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        AtomicLong answers = new AtomicLong();
        List<Thread> users = new ArrayList<>();
        try (BufferedReader console = server.inputReader(StandardCharsets.UTF_8)) {
            int port = Integer.parseInt(Objects.requireNonNull(console.readLine(), "a port"));
            for (int i = 0; i < CONNECTIONS; i++) {
                Thread user = new Thread(() -> ask(port, answers), "user-" + i);
                user.setDaemon(true);
                user.start();
                users.add(user);
            }
            TimeUnit.MILLISECONDS.sleep(WARM_UP_MILLIS);
            long before = answers.get();
            long cpuBefore = cpuNanos(server);
            long begun = System.nanoTime();
            TimeUnit.MILLISECONDS.sleep(MEASURED_MILLIS);
            double nanos = System.nanoTime() - begun;
            return new Seen((answers.get() - before) / nanos * 1e9, (cpuNanos(server) - cpuBefore) / nanos);
        } finally {
            server.destroyForcibly();
            for (Thread user : users) {
                user.join();
            }
        }
    }

    private static long cpuNanos(Process process) {
        return process.info().totalCpuDuration().orElseThrow().toNanos();
    }

    /** Until the server is gone. */
    private static void ask(int port, AtomicLong answers) {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            while (true) {
                socket.getOutputStream().write(REQUEST);
                readAnswer(in);
                answers.incrementAndGet();
            }
        } catch (IOException e) {
            // as it was said
        }
    }

    private static void readAnswer(InputStream in) throws IOException {
        int matched = 0;
        while (matched < 4) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("closed");
            }
            matched = next == "\r\n\r\n".charAt(matched) ? matched + 1 : next == '\r' ? 1 : 0;
        }
        in.skipNBytes(TomcatHelloProgram.ANSWER.length());
    }

    private static double median(List<Seen> seen) {
        return seen.stream()
                .mapToDouble(Seen::answersPerSecond)
                .sorted()
                .skip(seen.size() / 2)
                .findFirst()
                .orElseThrow();
    }
}
