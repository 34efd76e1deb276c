package dev.multipool.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.agent.program.CostProgram;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Question: what does the agent cost a task of a {@code ThreadPoolExecutor}?
 *
 * <p>Hypothesis: less than 1 µs, which is 5 % of a task of 20 µs, and no allocation.
 *
 * <p>Setup: one thread of a pool does tasks of a fixed number of steps, without pause. JVMs with and without the agent take
 * turns.
 *
 * <p>Reading the result: the medians, and the difference of the times per task.
 *
 * <p>How to run: docs/reference/agent.md has the command. {@code -Dcost.rounds}, {@code -Dcost.steps} and {@code
 * -Dcost.seconds} are properties of the JVM that runs the tests.
 */
@Timeout(600)
class CostExperiment {

    private static final int ROUNDS = Integer.getInteger("cost.rounds", 7);
    private static final String STEPS = System.getProperty("cost.steps", "18000");
    private static final String SECONDS = System.getProperty("cost.seconds", "4");

    @Test
    void aTask_withAndWithoutTheAgent() throws IOException, InterruptedException {
        List<Figures> with = new ArrayList<>();
        List<Figures> without = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            without.add(ChildJvm.run(List.of(), CostProgram.class, STEPS, SECONDS));
            with.add(ChildJvm.run(CostProgram.class, STEPS, SECONDS));
        }
        double fast = median(without, "tasksPerSecond");
        double slow = median(with, "tasksPerSecond");
        System.out.printf(
                Locale.ROOT,
                "without: %.0f tasks/s, %.2f bytes each; with: %.0f tasks/s, %.2f bytes each; %.2f %%, %.0f ns a task%n",
                fast,
                median(without, "bytesPerTask"),
                slow,
                median(with, "bytesPerTask"),
                100 * (fast - slow) / fast,
                1e9 / slow - 1e9 / fast);
        assertThat(slow).isPositive();
    }

    private static double median(List<Figures> figures, String name) {
        return figures.stream()
                .mapToDouble(figure -> figure.of(name))
                .sorted()
                .skip(figures.size() / 2)
                .findFirst()
                .orElseThrow();
    }
}
