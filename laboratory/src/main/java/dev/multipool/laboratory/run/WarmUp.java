package dev.multipool.laboratory.run;

import dev.multipool.laboratory.process.CompilerThreads;
import dev.multipool.laboratory.result.Demand;
import dev.multipool.laboratory.result.Demand.ClosedLoop;
import dev.multipool.laboratory.result.Demand.OpenLoop;
import dev.multipool.laboratory.result.Load;
import java.time.Duration;

/**
 * Loads a server that is not warm until it is: until its JIT compilers are nearly idle, not for a fixed time.
 *
 * <p>The load comes in short parts, of which nothing is kept. It ends when the compilers used little of the last two parts, at
 * least after the load's own warm-up, at most after three times that.
 */
final class WarmUp {
    private static final int MOST_TIMES = 3;
    /** For each of the two parts. */
    private static final double MOST_TIMES_AT_A_RATE = 1.5;

    private static final int QUIET_PARTS = 2;
    /** Of one core: what is compiled now and then in a warm server. */
    private static final double NEARLY_IDLE = 0.05;
    /** Of one core: at a rate the cores have time to spare, so a service on its way to be warm compiles less at a time. */
    private static final double NEARLY_IDLE_AT_A_RATE = 0.02;
    /** First so little that a generator or a service that falls behind catches up; then all, as larger bunches are compiled anew. */
    private static final double[] PARTS_OF_THE_RATE = {0.5, 1};
    /** Pause of a user after a failed call. */
    private static final double BACKOFF_SECONDS = 0.1;
    /** What a part may need to connect, and to end its last calls. */
    private static final Duration SLACK = Duration.ofSeconds(30);

    private final LoadMaker maker;
    private final CompilerThreads compilers;

    WarmUp(LoadMaker maker, CompilerThreads compilers) {
        this.maker = maker;
        this.compilers = compilers;
    }

    /**
     * Warms up, by users where the load says so.
     *
     * @param load that will be measured
     */
    void run(Load load) throws InterruptedException {
        double seconds = load.times().warmupSeconds();
        repeat(part(load), seconds, MOST_TIMES * seconds, NEARLY_IDLE);
    }

    /**
     * Warms up a service that users have made warm: they have compiled neither what sends calls by a schedule nor what takes them in
     * bunches.
     *
     * @param open demand of the load; the service is asked at half of its rate, then at all of it
     */
    void atTheRate(Load load, OpenLoop open) throws InterruptedException {
        for (double share : PARTS_OF_THE_RATE) {
            Demand some = new OpenLoop(share * open.ratePerSecond(), open.arrivals(), open.maxInFlight());
            repeat(
                    part(load).with(some),
                    0,
                    MOST_TIMES_AT_A_RATE * load.times().warmupSeconds(),
                    NEARLY_IDLE_AT_A_RATE);
        }
    }

    private void repeat(Load part, double atLeast, double atMost, double nearlyIdle) throws InterruptedException {
        double before = compilers.cpuSeconds();
        double loaded = 0;
        int quiet = 0;
        while (loaded < atLeast || (quiet < QUIET_PARTS && loaded < atMost)) {
            maker.beginWarmUp(part);
            if (!maker.awaitEnd(RunTimes.duration(part).plus(SLACK))) {
                throw maker.failure("did not end its warm-up within " + SLACK.toSeconds() + " s after its load");
            }
            double now = compilers.cpuSeconds();
            quiet = now - before <= nearlyIdle * part.times().durationSeconds() ? quiet + 1 : 0;
            before = now;
            loaded += part.times().durationSeconds();
        }
    }

    private Load part(Load load) {
        Integer users = load.warmupUsers();
        Load busy = users == null ? load : load.with(warmingUp(load.demand(), users));
        return busy.warmedUpByItself()
                .lasting(0, maker.warmUpPartSeconds(load.times().warmupSeconds()));
    }

    /**
     * Few users alone would have the server compiled slowly. Independent calls that a cold server can't answer yet would pile up,
     * and may end it.
     */
    private static Demand warmingUp(Demand demand, int users) {
        if (demand instanceof ClosedLoop closed) {
            return users > closed.users()
                    ? new ClosedLoop(users, closed.thinkTimeSeconds(), closed.rejectBackoffSeconds())
                    : closed;
        }
        return new ClosedLoop(users, 0, BACKOFF_SECONDS);
    }
}
