package dev.multipool.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.agent.program.GraphProgram;
import dev.multipool.agent.program.SpringProgram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Who waits for whom, among pools whose tasks have others done. */
class GraphIT {

    private static final Percentage CLOSE = Percentage.withPercentage(2);

    @Test
    void futures_areKnownEach() throws Exception {
        Figures figures = ChildJvm.run(GraphProgram.class, "futures");

        assertEdge(figures, "outer>inner#0", 100, 300, 100);
        assertEdge(figures, "outer>inner#1", 100, 100, 100);
        assertEdge(figures, "outer>log#0", 100, 100, 0);
        assertJoinTime(figures);
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
