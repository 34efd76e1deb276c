package dev.multipool.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.agent.program.CommonsProgram;
import dev.multipool.agent.program.GraphProgram;
import dev.multipool.agent.program.HikariProgram;
import dev.multipool.agent.program.HttpClientProgram;
import dev.multipool.agent.program.SpringProgram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Who waits for whom, among pools whose tasks have others done. */
class GraphIT {

    /** A thread that loses its core between the two clocks makes a difference of some percent; TruthIT asks for less. */
    private static final Percentage CLOSE = Percentage.withPercentage(10);

    @Test
    void futures_areKnownEach() throws Exception {
        assertFutures(ChildJvm.run(GraphProgram.class, "futures"));
    }

    @Test
    void latches_areThoseOfThePoolThatCountsThemDown() throws Exception {
        Figures figures = ChildJvm.run(GraphProgram.class, "latch");

        assertEdge(figures, "outer>inner#0", 100, 200, 100);
        assertEdge(figures, "outer>inner#1", 100, 200, 100);
        assertEdge(figures, "outer>log#0", 100, 100, 0);
        assertJoinTime(figures);
    }

    @Test
    void completableFutures_areThoseOfThePoolThatCompletesThem() throws Exception {
        Figures figures = ChildJvm.run(GraphProgram.class, "completable");

        assertEdge(figures, "outer>inner#0", 100, 300, 100);
        assertEdge(figures, "outer>log#0", 100, 100, 0);
        assertJoinTime(figures);
    }

    @Test
    void springsAsync_waitsForTheOtherExecutor() throws Exception {
        Figures figures = ChildJvm.run(SpringProgram.class);

        assertEdge(figures, "reports>parts#0", 50, 150, 50);
        assertEdge(figures, "reports>parts#1", 50, 50, 0);
        // two threads, and each waits for two rounds of 2 ms or more
        assertThat(figures.of("join")).isGreaterThan(50 * 2e6);
        assertThat(figures.of("reports>parts#0.joinNanos")).isCloseTo(figures.of("join"), CLOSE);
        assertThat(figures.complaints()).isEmpty();
    }

    @Test
    void tasksOfAForkJoinPool_makeEdges() throws Exception {
        assertFutures(ChildJvm.run(GraphProgram.class, "fork-join"));
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void tasksOnVirtualThreads_makeEdges() throws Exception {
        assertFutures(ChildJvm.run(GraphProgram.class, "virtual"));
    }

    @Test
    void connections_makeEdges_andWhoHoldsOneAndWaitsForAnother_isWarned() throws Exception {
        Figures figures = ChildJvm.run(HikariProgram.class, "edges");

        assertLeases(figures, "orders-db", 31, 32);
        assertThat(figures.byName()).containsEntry("orders-db>orders-db#0.calls", 1.0);
        assertThat(figures.complaints())
                .containsExactly("multipool-agent: tasks that hold a connection of orders-db wait for another one of"
                        + " orders-db: once all connections are held so, nothing moves");
    }

    @Test
    void objectsOfCommonsPool_makeEdges() throws Exception {
        assertLeases(ChildJvm.run(CommonsProgram.class, "edges"), "sessions", 30, 30);
    }

    @Test
    void connectionsOfHttpClient_makeEdges() throws Exception {
        Figures figures = ChildJvm.run(HttpClientProgram.class, "edges");

        String name = figures.byName().keySet().stream()
                .filter(each -> each.matches("HttpClientProgram-\\d+"))
                .findFirst()
                .orElseThrow();
        assertLeases(figures, name, 30, 30);
    }

    @Test
    void poolsThatWaitForEachOther_areTold_onceBefore_andOnceWhenTheyAreStuck() throws Exception {
        Figures figures = ChildJvm.run(GraphProgram.class, "cycle");

        assertThat(figures.byName()).containsEntry("told", 2.0);
        String who = "multipool-agent: alpha and beta wait for each other: ";
        assertThat(figures.complaints())
                .containsExactly(
                        who + "once all their threads wait, nothing moves",
                        who + "2 of 2 threads of alpha are blocked in a join, 2 of 3 threads of beta are blocked in a"
                                + " join");
    }

    private static void assertLeases(Figures figures, String lender, double calls, double leases) {
        String edge = "http-nio-8080-exec>" + lender + "#0";
        assertEdge(figures, edge, calls, leases, calls);
        // 30 tasks in three threads share two of 20 ms each
        assertThat(figures.of("wait")).isGreaterThan(25 * 5e6);
        assertThat(figures.of(edge + ".joinNanos")).isCloseTo(figures.of("wait"), CLOSE);
        assertThat(figures.of(edge + ".holdNanos")).isCloseTo(figures.of("hold"), CLOSE);
        assertThat(figures.of("ledgerLock")).isCloseTo(figures.of("wait"), CLOSE);
    }

    private static void assertFutures(Figures figures) {
        assertEdge(figures, "outer>inner#0", 100, 300, 100);
        assertEdge(figures, "outer>inner#1", 100, 100, 100);
        assertEdge(figures, "outer>log#0", 100, 100, 0);
        assertJoinTime(figures);
    }

    private static void assertEdge(Figures figures, String edge, double calls, double tasks, double waitingCalls) {
        assertThat(figures.byName())
                .containsEntry(edge + ".calls", calls)
                .containsEntry(edge + ".tasks", tasks)
                .containsEntry(edge + ".waitingCalls", waitingCalls);
    }

    private static void assertJoinTime(Figures figures) {
        assertThat(figures.of("ledgerJoin")).isCloseTo(figures.of("join"), CLOSE);
        assertThat(figures.byName()).containsEntry("innerJoin", 0.0).containsEntry("outer>log#0.joinNanos", 0.0);
        assertThat(figures.complaints()).isEmpty();
    }
}
