package dev.multipool.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.agent.program.CostProgram;
import dev.multipool.agent.program.HelloProgram;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Question: what does the agent cost a task, and a request?
 *
 * <p>Hypothesis: a task of 20 µs on a {@code ThreadPoolExecutor} at most 5 % of its throughput, a request to a saturated Tomcat
 * that says hello at most 3 %, and no task allocates anything.
 *
 * <p>Setup: two JVMs at a time, one of them with the agent. First both warm up. Then they measure by turns, in an order that
 * is turned round each time. Each two windows make a ratio. The next round has two other JVMs, as each JVM compiles in its own
 * way. The task is a fixed number of steps, and one thread of a pool does nothing else.
 *
 * <p>Tomcat has one core, and {@code wrk} has the other. Two JVMs, and this machine in two seconds, differ by more than the agent
 * costs. So measuring is turned off and on in one JVM with the agent, for 20 ms each, with all requests held meanwhile. Code
 * that is woven but measures nothing is a read of a field.
 *
 * <p>Reading the result: a round's loss is the median of its ratios. The loss is the median of the rounds, and its spread is
 * that of the rounds.
 *
 * <p>How to run: docs/experiments/agent-cost.md has the command. {@code -Dcost.rounds}, {@code -Dcost.pairs} and {@code
 * -Dcost.slices} are properties of the JVM that runs the tests.
 */
@Timeout(1200)
class CostExperiment {

    private static final int ROUNDS = Integer.getInteger("cost.rounds", 7);
    private static final int PAIRS = Integer.getInteger("cost.pairs", 8);
    /** Some 20 µs. */
    private static final String STEPS = System.getProperty("cost.steps", "18000");

    private static final int WINDOW_TASKS = 100_000;
    private static final int MANY_TASKS = 1_000_000;
    private static final int USERS = 32;
    private static final int WARM_UP_PAIRS = 400;
    private static final int PAIRS_OF_SLICES = Integer.getInteger("cost.slices", 1300);
    private static final List<String> AGENT = List.of("-javaagent:" + ChildJvm.AGENT);

    @Test
    void aTask_losesLittle() throws IOException, InterruptedException {
        Losses losses = measure(CostProgram.class, STEPS, new Window() {
            @Override
            public void warmUp(AskedJvm jvm) throws IOException {
                throughput(jvm);
                throughput(jvm);
            }

            @Override
            public double throughput(AskedJvm jvm) throws IOException {
                jvm.ask(Integer.toString(WINDOW_TASKS));
                double tasksPerSecond = jvm.await("tasksPerSecond");
                jvm.await("bytes");
                return tasksPerSecond;
            }
        });

        losses.print("a task of 20 us", "tasks/s");
        assertThat(losses.median()).isLessThan(0.05);
    }

    @Test
    void tomcat_losesLittle() throws IOException, InterruptedException {
        Losses losses = new Losses();
        for (int round = 0; round < ROUNDS; round++) {
            try (AskedJvm jvm =
                    AskedJvm.start(List.of("taskset", "-c", "0"), AGENT, HelloProgram.class, Integer.toString(USERS))) {
                Process users = load("http://127.0.0.1:" + (int) jvm.await("port") + "/hello");
                try {
                    // code is compiled for both
                    ask(jvm, WARM_UP_PAIRS, new Losses());
                    ask(jvm, PAIRS_OF_SLICES, losses);
                } finally {
                    users.destroy();
                }
                losses.endRound();
                assertThat(jvm.complaints()).isEmpty();
            }
        }

        losses.print("Tomcat's hello", "requests/s");
        assertThat(losses.median()).isLessThan(0.03);
    }

    private static void ask(AskedJvm jvm, int pairs, Losses losses) throws IOException {
        jvm.ask(Integer.toString(pairs));
        for (int i = 0; i < pairs; i++) {
            double without = jvm.await("without");
            losses.add(without, jvm.await("with"));
        }
    }

    @Test
    void tasks_allocateNothing() throws IOException {
        try (AskedJvm with = AskedJvm.start(List.of(), List.of(ChildJvm.MEASURED), CostProgram.class, "10");
                AskedJvm without = AskedJvm.start(List.of(), List.of(), CostProgram.class, "10")) {
            List<Double> bytes = bytes(with);
            System.out.printf(
                    Locale.ROOT, "bytes of a million tasks: %s with the agent, %s without%n", bytes, bytes(without));
            assertThat(with.complaints()).isEmpty();
            // the smallest object has 16 bytes; a distribution that grows for a long wait takes some megabytes, once
            assertThat(Collections.min(bytes)).isLessThan(MANY_TASKS);
        }
    }

    private static List<Double> bytes(AskedJvm jvm) throws IOException {
        List<Double> bytes = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            jvm.ask(Integer.toString(MANY_TASKS));
            jvm.await("tasksPerSecond");
            bytes.add(jvm.await("bytes"));
        }
        return bytes;
    }

    private static Losses measure(Class<?> program, String argument, Window window)
            throws IOException, InterruptedException {
        Losses losses = new Losses();
        for (int round = 0; round < ROUNDS; round++) {
            try (AskedJvm without = AskedJvm.start(List.of(), List.of(), program, argument);
                    AskedJvm with = AskedJvm.start(List.of(), AGENT, program, argument)) {
                window.warmUp(without);
                window.warmUp(with);
                for (int pair = 0; pair < PAIRS; pair++) {
                    boolean isWithFirst = (round + pair) % 2 == 0;
                    double first = window.throughput(isWithFirst ? with : without);
                    double second = window.throughput(isWithFirst ? without : with);
                    losses.add(isWithFirst ? second : first, isWithFirst ? first : second);
                }
                losses.endRound();
                assertThat(with.complaints()).isEmpty();
            }
        }
        return losses;
    }

    /** Loads the server from the other core, until it is ended, or for so long that no round lasts longer. */
    private static Process load(String address) throws IOException {
        return new ProcessBuilder("taskset", "-c", "1", "wrk", "-t1", "-c" + USERS, "-d300s", address)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** How one JVM is measured. */
    private interface Window {
        void warmUp(AskedJvm jvm) throws IOException, InterruptedException;

        double throughput(AskedJvm jvm) throws IOException, InterruptedException;
    }
}
