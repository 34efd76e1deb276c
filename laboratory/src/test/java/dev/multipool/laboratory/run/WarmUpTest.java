package dev.multipool.laboratory.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.multipool.laboratory.process.CompilerThreads;
import dev.multipool.laboratory.process.ProcessFailedException;
import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Demand.OpenLoop;
import dev.multipool.laboratory.result.Load;
import dev.multipool.laboratory.result.MadeUpResults;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarmUpTest {
    private static final OpenLoop OPEN = new OpenLoop(1000, Demand.Arrivals.POISSON, 1000);

    private final Parts parts = new Parts();

    @Test
    void run_openLoopWithWarmUpUsers_isWarmedUpByAClosedLoop_thenByHalfOfItself_thenByAll()
            throws InterruptedException {
        Load load = MadeUpResults.LOAD.with(OPEN).warmedUpBy(50);
        warmUp(load);
        new WarmUp(parts, new CompilerThreads(ProcessHandle.current().pid())).atTheRate(load, OPEN);

        List<Demand> demands = parts.demands.stream().distinct().toList();
        assertThat(demands).hasSize(3).first().isInstanceOfSatisfying(ClosedLoop.class, closed -> assertThat(
                        closed.users())
                .isEqualTo(50));
        assertThat(demands.subList(1, 3)).containsExactly(new OpenLoop(500, Demand.Arrivals.POISSON, 1000), OPEN);
    }

    @Test
    void run_openLoopWithoutWarmUpUsers_isWarmedUpByItself() throws InterruptedException {
        warmUp(MadeUpResults.LOAD.with(OPEN));

        assertThat(parts.demands).containsOnly(OPEN);
    }

    @Test
    void run_closedLoop_isWarmedUpByItsUsersOrMore() throws InterruptedException {
        warmUp(MadeUpResults.LOAD.warmedUpBy(8));
        warmUp(MadeUpResults.LOAD.warmedUpBy(64));

        assertThat(parts.demands.stream().distinct())
                .containsExactly(MadeUpResults.LOAD.demand(), new ClosedLoop(64, 0, 0.01));
    }

    private void warmUp(Load load) throws InterruptedException {
        new WarmUp(parts, new CompilerThreads(ProcessHandle.current().pid())).run(load);
    }

    /** Notes what it is asked for, and takes no time. */
    private static final class Parts implements LoadMaker {
        private final List<Demand> demands = new ArrayList<>();

        @Override
        public boolean fits(Load load) {
            return true;
        }

        @Override
        public boolean isCold() {
            return demands.isEmpty();
        }

        @Override
        public double warmUpPartSeconds(double warmupSeconds) {
            return 2;
        }

        @Override
        public void beginWarmUp(Load part) {
            demands.add(part.demand());
        }

        @Override
        public void begin(Load load, int run, Path file) {}

        @Override
        public boolean awaitWindow(Duration atMost) {
            return true;
        }

        @Override
        public boolean awaitEnd(Duration atMost) {
            return true;
        }

        @Override
        public MadeLoad result() {
            throw new UnsupportedOperationException();
        }

        @Override
        public ProcessFailedException failure(String what) {
            return new ProcessFailedException(what);
        }

        @Override
        public List<Long> pids() {
            return List.of();
        }

        @Override
        public void close() {}
    }
}
