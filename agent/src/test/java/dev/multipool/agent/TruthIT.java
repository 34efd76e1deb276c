package dev.multipool.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the ledgers say of many tasks, beside what the tasks and their callers saw in the same run: each count exactly, and mean
 * times within 2 %.
 */
@Tag("full")
@Timeout(400)
class TruthIT {

    private static final Percentage CLOSE = Percentage.withPercentage(2);
    private static final long SECONDS = 300;

    @ParameterizedTest
    @CsvSource({
        "dev.multipool.agent.program.JdkPoolProgram, 1000000",
        "dev.multipool.agent.program.TomcatProgram, 1000000",
        "dev.multipool.agent.program.JettyProgram, 100000",
        "dev.multipool.agent.program.JbossProgram, 100000",
        "dev.multipool.agent.program.NettyProgram, 100000",
        "dev.multipool.agent.program.ForkJoinProgram, 100000"
    })
    void tasks(Class<?> program, double count) throws IOException, InterruptedException {
        Figures figures = run(program);

        double unserved = figures.of("rejected") + figures.of("failed") + figures.of("cancelled");
        assertThat(figures.byName())
                .containsEntry("ArrivalsTasks", count)
                .containsEntry("RejectedQueueFullTasks", figures.of("rejected"))
                .containsEntry("FailuresTasks", figures.of("failed"))
                .containsEntry("CancelledTasks", figures.of("cancelled"))
                .containsEntry("DroppedTasks", 0.0)
                .containsEntry("CompletionsTasks", count - unserved);
        assertThat(figures.of("cancelled")).isGreaterThan(figures.of("timedOut"));
        assertThat(figures.of("timedOut")).isPositive();
        assertThat(figures.of("failed")).isPositive();
        assertThat(figures.of("MeanQueueTimeNanos")).isCloseTo(figures.of("queueTime"), CLOSE);
        assertThat(figures.of("MeanServiceTimeNanos")).isCloseTo(figures.of("serviceTime"), CLOSE);
        assertThat(figures.of("LittleResidualRatio")).isLessThan(0.01);
        assertThat(figures.complaints()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "dev.multipool.agent.program.HikariProgram, 0",
        "dev.multipool.agent.program.CommonsProgram, 0",
        "dev.multipool.agent.program.HttpClientProgram, 1"
    })
    void leases(Class<?> program, double before) throws IOException, InterruptedException {
        Figures figures = run(program);

        double count = 100_000 + before;
        assertThat(figures.byName())
                .containsEntry("ArrivalsTasks", count)
                .containsEntry("RejectedQueueExpiredTasks", figures.of("expired"))
                .containsEntry("CompletionsTasks", count - figures.of("expired"));
        assertThat(figures.of("expired")).isPositive();
        assertThat(figures.of("ledgerWait")).isCloseTo(figures.of("wait"), CLOSE);
        assertThat(figures.of("ledgerHold")).isCloseTo(figures.of("hold"), CLOSE);
        assertThat(figures.of("LittleResidualRatio")).isLessThan(0.01);
        assertThat(figures.complaints()).isEmpty();
    }

    private static Figures run(Class<?> program) throws IOException, InterruptedException {
        Figures figures = ChildJvm.run(List.of(ChildJvm.MEASURED), List.of(), SECONDS, program, "truth");
        // for people
        System.out.printf(Locale.ROOT, "%s: %s%n", program.getSimpleName(), figures.byName());
        return figures;
    }
}
