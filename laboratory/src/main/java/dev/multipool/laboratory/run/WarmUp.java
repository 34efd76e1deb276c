package dev.multipool.laboratory.run;

import dev.multipool.bench.plan.LoadPlan;
import dev.multipool.laboratory.process.CompilerThreads;
import dev.multipool.laboratory.process.GeneratorOrder;
import dev.multipool.laboratory.process.GeneratorProcess;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Load;
import java.time.Duration;
import java.util.function.Function;

/**
 * Loads a server that is not warm until it is: until its JIT compilers are nearly idle, not for a fixed time.
 *
 * <p>The load comes in short parts, of which nothing is kept. It ends when the compilers used little of the last two parts, at
 * least after the load's own warm-up, at most after three times that.
 */
final class WarmUp {
    private static final double PART_SECONDS = 2;
    private static final int MOST_TIMES = 3;
    private static final int QUIET_PARTS = 2;
    /** Of one core: what is compiled now and then in a warm server. */
    private static final double NEARLY_IDLE = 0.05;
    /** What a part may need to connect, and to end its last calls. */
    private static final Duration SLACK = Duration.ofSeconds(30);

    private final GeneratorProcess generator;
    private final CompilerThreads compilers;

    private final Function<Load, LoadPlan> plans;

    /**
     * A warm-up.
     *
     * @param plans what the generator does for a load
     */
    WarmUp(GeneratorProcess generator, CompilerThreads compilers, Function<Load, LoadPlan> plans) {
        this.generator = generator;
        this.compilers = compilers;
        this.plans = plans;
    }

    /**
     * Warms up.
     *
     * @param load that will be measured
     */
    void run(Load load) throws InterruptedException {
        Load part = part(load);
        double before = compilers.cpuSeconds();
        double loaded = 0;
        int quiet = 0;
        while (loaded < load.times().warmupSeconds()
                || (quiet < QUIET_PARTS && loaded < MOST_TIMES * load.times().warmupSeconds())) {
            generator.begin(GeneratorOrder.warmUp(plans.apply(part)));
            if (!generator.awaitEnd(RunTimes.duration(part).plus(SLACK))) {
                throw generator.failure("did not end its warm-up within " + SLACK.toSeconds() + " s after its load");
            }
            double now = compilers.cpuSeconds();
            quiet = now - before <= NEARLY_IDLE * part.times().durationSeconds() ? quiet + 1 : 0;
            before = now;
            loaded += part.times().durationSeconds();
        }
    }

    /** Few users alone would have the server compiled slowly. */
    private static Load part(Load load) {
        Integer users = load.warmupUsers();
        Load busy = users != null && load.demand() instanceof ClosedLoop closed && users > closed.users()
                ? load.with(new ClosedLoop(users, closed.thinkTimeSeconds(), closed.rejectBackoffSeconds()))
                : load;
        return busy.warmedUpByItself().lasting(0, PART_SECONDS);
    }
}
