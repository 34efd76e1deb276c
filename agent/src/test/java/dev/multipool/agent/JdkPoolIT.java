package dev.multipool.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.agent.program.ForkJoinProgram;
import dev.multipool.agent.program.JdkPoolProgram;
import dev.multipool.agent.program.WaitsProgram;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdkPoolIT {

    @Test
    void waitsForLocksAndForInput_areSeen_byLooksAtTheThreads() throws Exception {
        Figures figures = ChildJvm.run(WaitsProgram.class);

        Percentage some = Percentage.withPercentage(25);
        assertThat(figures.of("ledgerLocked")).isCloseTo(figures.of("locked"), some);
        assertThat(figures.of("ledgerRead")).isCloseTo(figures.of("read"), some);
        assertThat(figures.byName()).containsEntry("locksRead", 0.0).containsEntry("readsLocked", 0.0);
        assertThat(figures.complaints()).isEmpty();
    }

    @Test
    void manyTasks_areCountedExactly() throws Exception {
        assertMany(ChildJvm.run(JdkPoolProgram.class, "many"));
    }

    static void assertMany(Figures figures) {
        assertMany(figures, "");
    }

    static void assertMany(Figures figures, String prefix) {
        double rejected = figures.of(prefix + "rejected");
        double failed = figures.of(prefix + "failed");
        double cancelled = figures.of(prefix + "cancelled");
        assertThat(figures.byName())
                .containsEntry(prefix + "ArrivalsTasks", figures.of(prefix + "many"))
                .containsEntry(prefix + "RejectedQueueFullTasks", rejected)
                .containsEntry(prefix + "FailuresTasks", failed)
                .containsEntry(prefix + "CancelledTasks", cancelled)
                .containsEntry(prefix + "DroppedTasks", 0.0)
                .containsEntry(
                        prefix + "CompletionsTasks", figures.of(prefix + "many") - rejected - failed - cancelled);
        assertThat(figures.complaints()).isEmpty();
        assertThat(rejected).isPositive();
        assertThat(cancelled).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"times", "times-array", "times-priority"})
    void queueAndServiceTimes_areThoseThatTasksSaw(String scenario) throws Exception {
        Figures figures = ChildJvm.run(JdkPoolProgram.class, scenario);

        assertThat(figures.of("ledgerQueueTime")).isCloseTo(figures.of("queueTime"), Figures.CLOSE);
        assertThat(figures.of("ledgerServiceTime")).isCloseTo(figures.of("serviceTime"), Figures.CLOSE);
        assertThat(figures.of("LittleResidualRatio")).isLessThan(0.01);
        assertThat(figures.of("Threads")).isEqualTo(4);
    }

    @Test
    void cpuTime_isThatOfTheTasks() throws Exception {
        Figures figures = ChildJvm.run(JdkPoolProgram.class, "cpu");

        // the ledger has what stands around the tasks, too
        assertThat(figures.of("CpuNanos")).isCloseTo(figures.of("cpu"), Percentage.withPercentage(5));
    }

    @Test
    void poolWithoutQueue_isFull() throws Exception {
        Figures figures = ChildJvm.run(JdkPoolProgram.class, "hand-off");

        assertThat(figures.byName())
                .containsEntry("rejected", 5.0)
                .containsEntry("RejectedPoolFullTasks", 5.0)
                .containsEntry("CompletionsTasks", 2.0)
                .containsEntry("QueueCapacityTasks", 0.0)
                .containsEntry("MaxThreads", 2.0);
    }

    @Test
    void everyWayToLeaveAQueue_isCounted() throws Exception {
        Figures figures = ChildJvm.run(JdkPoolProgram.class, "ends");

        assertThat(figures.byName())
                .as("one removed, ten purged")
                .containsEntry("CancelledTasks", 11.0)
                .as("one polled by somebody, five when the pool was stopped")
                .containsEntry("DroppedTasks", 6.0)
                .containsEntry("RejectedShutDownTasks", 1.0)
                .containsEntry("CompletionsTasks", 6.0)
                .containsEntry("ArrivalsTasks", 24.0);
    }

    @Test
    void discardedTasks_areDropped_andOfferedAgain() throws Exception {
        Figures figures = ChildJvm.run(JdkPoolProgram.class, "discard");

        assertThat(figures.byName())
                .containsEntry("ran", 3.0)
                .containsEntry("CompletionsTasks", 4.0)
                .containsEntry("RejectedQueueFullTasks", 7.0)
                .containsEntry("DroppedTasks", 7.0)
                .containsEntry("ArrivalsTasks", 18.0);
    }

    @Test
    void scheduledTasks_arriveWhenTheyAreDue() throws Exception {
        Figures figures = ChildJvm.run(JdkPoolProgram.class, "scheduled");

        assertThat(figures.byName()).containsEntry("ArrivalsTasks", 7.0).containsEntry("FailuresTasks", 1.0);
        // the blocked one was late by little, the next one and five periods by some 300 ms
        assertThat(figures.of("MeanQueueTimeNanos") * 7).isGreaterThan(figures.of("late"));
        assertThat(figures.of("MeanQueueTimeNanos") * 7).isLessThan(figures.of("late") * 7);
    }

    @Test
    void forkJoin_timesAreThoseThatSubmittedTasksSaw() throws Exception {
        Figures figures = ChildJvm.run(ForkJoinProgram.class, "times");

        assertThat(figures.of("ledgerQueueTime")).isCloseTo(figures.of("queueTime"), Figures.CLOSE);
        assertThat(figures.of("ledgerServiceTime")).isCloseTo(figures.of("serviceTime"), Figures.CLOSE);
        assertThat(figures.of("LittleResidualRatio")).isLessThan(0.01);
        assertThat(figures.of("Threads")).isEqualTo(4);
    }

    @Test
    void forkJoin_countsManyTasks() throws Exception {
        Figures figures = ChildJvm.run(ForkJoinProgram.class, "many");

        assertThat(figures.byName())
                .containsEntry("ArrivalsTasks", figures.of("many"))
                .containsEntry("FailuresTasks", figures.of("failed"))
                .containsEntry("CancelledTasks", figures.of("cancelled"))
                .containsEntry("CompletionsTasks", figures.of("many") - figures.of("failed") - figures.of("cancelled"));
        assertThat(figures.complaints()).isEmpty();
        assertThat(figures.of("cancelled")).isPositive();
    }

    @Test
    void forkJoin_forkedTasksArePartOfTheSubmittedOnes() throws Exception {
        Figures figures = ChildJvm.run(ForkJoinProgram.class, "forks");

        assertThat(figures.byName())
                .containsEntry("sum", 4181.0)
                .containsEntry("ArrivalsTasks", 100.0)
                .containsEntry("CompletionsTasks", 100.0);
    }

    @Test
    void forkJoin_whatAPoolThatIsStoppedDoesNotRun_isCounted() throws Exception {
        assertThat(ChildJvm.run(ForkJoinProgram.class, "ends").byName())
                .containsEntry("ArrivalsTasks", 7.0)
                .containsEntry("RejectedShutDownTasks", 1.0)
                .containsEntry("MaxThreads", 1.0);
    }

    @Test
    void forkJoin_theCommonPoolHasALedger() throws Exception {
        List<String> flags = List.of(ChildJvm.MEASURED, "-Djava.util.concurrent.ForkJoinPool.common.parallelism=3");
        Figures figures = ChildJvm.run(flags, ForkJoinProgram.class, "common");

        assertThat(figures.byName())
                .containsEntry("sum", 499_500.0)
                .containsEntry("ArrivalsTasks", 1000.0)
                .containsEntry("CompletionsTasks", 1000.0)
                .containsEntry("MaxThreads", 3.0);
    }

    @Test
    void resize_goesThroughThePoolsOwnSetters() throws Exception {
        Figures figures = ChildJvm.run(JdkPoolProgram.class, "resize");

        assertThat(figures.byName())
                .containsEntry("core", 6.0)
                .containsEntry("max", 6.0)
                .containsEntry("coreAfter", 1.0)
                .containsEntry("maxAfter", 1.0)
                .containsEntry("refused", 1.0);
    }

    @Test
    void names_areThoseOfThreads_orOfThePlaceWhereAPoolWasMade() throws Exception {
        Figures figures = ChildJvm.run(JdkPoolProgram.class, "names");

        assertThat(figures.byName()).containsKeys("mail", "mail-2");
        assertThat(figures.byName().keySet()).anyMatch(name -> name.matches("JdkPoolProgram-\\d+"));
        assertThat(figures.byName()).hasSize(3);
    }
}
