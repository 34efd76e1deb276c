package dev.multipool.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.agent.program.CommonsProgram;
import dev.multipool.agent.program.HikariProgram;
import dev.multipool.agent.program.HttpClientProgram;
import dev.multipool.agent.program.JbossProgram;
import dev.multipool.agent.program.JettyProgram;
import dev.multipool.agent.program.NettyProgram;
import dev.multipool.agent.program.TomcatProgram;
import dev.multipool.agent.program.VirtualThreadProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Pools of others, with the real libraries. */
class LibraryIT {

    @Test
    void tomcat_timesAreThoseThatTasksSaw() throws Exception {
        assertTimes(ChildJvm.run(TomcatProgram.class, "times"));
    }

    @Test
    void tomcat_countsWhatItTurnsAway_andIsResized() throws Exception {
        Figures figures = ChildJvm.run(TomcatProgram.class, "full");

        assertThat(figures.byName())
                .containsEntry("RejectedQueueFullTasks", figures.of("rejected"))
                .containsEntry("CompletionsTasks", 20 - figures.of("rejected"))
                .containsEntry("ArrivalsTasks", 20.0)
                .containsEntry("MaxThreads", 4.0)
                .containsEntry("QueueCapacityTasks", 5.0)
                .containsEntry("core", 5.0)
                .containsEntry("max", 8.0);
        assertThat(figures.of("rejected")).isPositive();
    }

    @Test
    void jetty_timesAreThoseThatTasksSaw_andFailuresAreCounted() throws Exception {
        Figures figures = ChildJvm.run(JettyProgram.class, "times");

        assertTimes(figures);
        assertThat(figures.byName())
                .containsEntry("failed", 1.0)
                .containsEntry("min", 2.0)
                .containsEntry("max", 6.0);
    }

    @Test
    void jboss_timesAreThoseThatTasksSaw() throws Exception {
        assertTimes(ChildJvm.run(JbossProgram.class, "times"));
    }

    @Test
    void jboss_countsManyTasks() throws Exception {
        JdkPoolIT.assertMany(ChildJvm.run(JbossProgram.class, "many"));
    }

    @Test
    void jboss_countsWhatItTurnsAwayAndDrops_andIsResized() throws Exception {
        Figures figures = ChildJvm.run(JbossProgram.class, "ends");

        assertThat(figures.byName())
                .containsEntry("rejected", 13.0)
                .containsEntry("RejectedQueueFullTasks", 13.0)
                .containsEntry("RejectedShutDownTasks", 1.0)
                .containsEntry("DroppedTasks", 3.0)
                .containsEntry("CompletionsTasks", 9.0)
                .containsEntry("ArrivalsTasks", 26.0)
                .containsEntry("core", 3.0)
                .containsEntry("max", 4.0)
                .containsEntry("MaxThreads", 2.0)
                .containsEntry("QueueCapacityTasks", 5.0);
        assertThat(figures.complaints()).isEmpty();
    }

    @Test
    void netty_timesAreThoseThatTasksSaw() throws Exception {
        assertTimes(ChildJvm.run(NettyProgram.class, "times"));
    }

    @Test
    void netty_countsManyTasks() throws Exception {
        Figures figures = ChildJvm.run(NettyProgram.class, "many");

        assertThat(figures.byName())
                .containsEntry("ArrivalsTasks", figures.of("many"))
                .containsEntry("RejectedQueueFullTasks", figures.of("rejected"))
                .containsEntry("FailuresTasks", figures.of("failed"))
                .containsEntry("CompletionsTasks", figures.of("many") - figures.of("rejected") - figures.of("failed"));
        assertThat(figures.of("rejected")).isPositive();
        assertThat(figures.of("failed")).isPositive();
        assertThat(figures.complaints()).isEmpty();
    }

    @Test
    void netty_aScheduledTaskIsOne_howeverItComesToItsLoop() throws Exception {
        Figures figures = ChildJvm.run(NettyProgram.class, "scheduled");

        assertThat(figures.byName())
                .containsEntry("done", 3.0)
                .containsEntry("ArrivalsTasks", 3.0)
                .containsEntry("CompletionsTasks", 3.0);
    }

    @Test
    void netty_channelsThatAreReady_areServed() throws Exception {
        Figures figures = ChildJvm.run(NettyProgram.class, "server");

        assertThat(figures.byName()).containsEntry("events", 20.0);
        assertThat(figures.of("ledgerBusy")).isCloseTo(figures.of("handled"), Figures.CLOSE);
        assertThat(figures.complaints()).isEmpty();
    }

    @Test
    void hikari_tellsHowLongConnectionsAreWaitedForAndHeld() throws Exception {
        Figures figures = ChildJvm.run(HikariProgram.class, "times");

        assertLeases(figures);
        assertThat(figures.byName())
                .containsEntry("expired", 1.0)
                .containsEntry("RejectedQueueExpiredTasks", 1.0)
                .containsEntry("ArrivalsTasks", 83.0)
                .containsEntry("CompletionsTasks", 82.0)
                .containsEntry("MaxThreads", 2.0)
                .containsEntry("CpuNanos", -1.0)
                .containsEntry("max", 5.0)
                .containsEntry("idle", 3.0);
    }

    @Test
    void commonsPool_tellsHowLongObjectsAreWaitedForAndHeld() throws Exception {
        Figures figures = ChildJvm.run(CommonsProgram.class, "times");

        assertLeases(figures);
        assertThat(figures.byName())
                .containsEntry("RejectedQueueExpiredTasks", 1.0)
                .containsEntry("ArrivalsTasks", 83.0)
                .containsEntry("CompletionsTasks", 82.0)
                .containsEntry("MaxThreads", 2.0)
                .containsEntry("max", 5.0)
                .containsEntry("idle", 3.0);
    }

    @Test
    void commonsPool_countsManyLeases() throws Exception {
        Figures figures = ChildJvm.run(CommonsProgram.class, "many");

        assertThat(figures.byName())
                .containsEntry("ArrivalsTasks", figures.of("many") + 1002)
                .containsEntry("RejectedQueueExpiredTasks", figures.of("expired"))
                .containsEntry("CompletionsTasks", figures.of("many") + 1002 - figures.of("expired"));
        assertThat(figures.of("expired")).isGreaterThanOrEqualTo(1000);
        assertThat(figures.of("broken")).isPositive();
    }

    @Test
    void commonsPool_countsEveryWayToGetNothing() throws Exception {
        assertThat(ChildJvm.run(CommonsProgram.class, "ends").byName())
                .containsEntry("interrupted", 1.0)
                .containsEntry("RejectedQueueExpiredTasks", 100.0)
                .containsEntry("CancelledTasks", 1.0)
                .containsEntry("RejectedShutDownTasks", 1.0)
                .containsEntry("CompletionsTasks", 2.0)
                .containsEntry("ArrivalsTasks", 104.0);
    }

    @Test
    void commonsPool_whereNobodyWaits_isFull_andIsNamedAfterWhereItWasMade() throws Exception {
        Figures figures = ChildJvm.run(CommonsProgram.class, "full");

        assertThat(figures.byName())
                .containsEntry("RejectedPoolFullTasks", 5.0)
                .containsEntry("RejectedQueueExpiredTasks", 0.0)
                .containsEntry("CompletionsTasks", 2.0)
                .containsEntry("QueueCapacityTasks", 0.0);
        assertThat(figures.byName().keySet()).anyMatch(name -> name.matches("CommonsProgram-\\d+"));
    }

    @Test
    void httpClient_tellsHowLongConnectionsAreWaitedForAndHeld() throws Exception {
        Figures figures = ChildJvm.run(HttpClientProgram.class, "times");

        assertLeases(figures);
        assertThat(figures.byName())
                .containsEntry("expired", 1.0)
                .containsEntry("cancelled", 1.0)
                .containsEntry("RejectedQueueExpiredTasks", 1.0)
                .containsEntry("CancelledTasks", 1.0)
                .containsEntry("ArrivalsTasks", 85.0)
                .containsEntry("CompletionsTasks", 83.0)
                .containsEntry("MaxThreads", 2.0)
                .containsEntry("max", 5.0);
        assertThat(figures.byName().keySet()).anyMatch(name -> name.matches("HttpClientProgram-\\d+"));
    }

    @Test
    void httpClient_countsManyLeases() throws Exception {
        Figures figures = ChildJvm.run(HttpClientProgram.class, "many");

        assertThat(figures.byName())
                .containsEntry("ArrivalsTasks", figures.of("many") + 1003)
                .containsEntry("RejectedQueueExpiredTasks", figures.of("expired"))
                .containsEntry("CompletionsTasks", figures.of("many") + 1003 - figures.of("expired"));
        assertThat(figures.of("expired")).isGreaterThanOrEqualTo(1000);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void virtualThreads_areTasksOfTheirExecutor() throws Exception {
        Figures figures = ChildJvm.run(VirtualThreadProgram.class);

        assertThat(figures.byName())
                .containsEntry("ArrivalsTasks", 2001.0)
                .containsEntry("CompletionsTasks", 2000.0)
                .containsEntry("FailuresTasks", 1.0)
                .containsEntry("CpuNanos", -1.0);
        assertThat(figures.byName().keySet()).anyMatch(name -> name.matches("VirtualThreadProgram-\\d+"));
        assertThat(figures.of("MeanServiceTimeNanos")).isCloseTo(figures.of("serviceTime"), Figures.CLOSE);
    }

    private static void assertLeases(Figures figures) {
        assertThat(figures.of("ledgerWait")).isCloseTo(figures.of("wait"), Figures.CLOSE);
        assertThat(figures.of("ledgerHold")).isCloseTo(figures.of("hold"), Figures.CLOSE);
        assertThat(figures.of("LittleResidualRatio")).isLessThan(0.01);
        assertThat(figures.of("CpuNanos")).isEqualTo(-1);
        assertThat(figures.complaints()).isEmpty();
    }

    private static void assertTimes(Figures figures) {
        assertThat(figures.of("ledgerQueueTime")).isCloseTo(figures.of("queueTime"), Figures.CLOSE);
        assertThat(figures.of("ledgerServiceTime")).isCloseTo(figures.of("serviceTime"), Figures.CLOSE);
        assertThat(figures.of("LittleResidualRatio")).isLessThan(0.01);
        assertThat(figures.of("Threads")).isEqualTo(4);
        assertThat(figures.complaints()).isEmpty();
    }
}
