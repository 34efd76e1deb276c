package dev.multipool.capacity.search;

import dev.multipool.capacity.search.SizeAdvice.Standing;
import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.Delay;
import dev.multipool.capacity.sim.Load;
import dev.multipool.capacity.sim.Program;
import dev.multipool.capacity.sim.RunPlan;
import dev.multipool.capacity.sim.SimulatedService;
import dev.multipool.capacity.sim.SimulationResult;
import dev.multipool.capacity.sim.Simulator;
import dev.multipool.pools.LedgerSnapshot;
import dev.multipool.pools.PoolConfig;
import dev.multipool.pools.PoolKind;
import dev.multipool.pools.RejectReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Proposes sizes for the pools of a running service, from their ledgers. Pure.
 *
 * <p>Example: 1000 tasks per second that hold a thread for 4 ms each keep 4 threads of 16 busy on average. With the
 * scatter of these 4 ms, and a fifth more arrivals, 9 threads let not one task in a hundred wait for long: 9 are proposed.
 */
public final class SizeAdvisor {

    /*
     * A ledger tells what tasks did on the pool as it is. While the pool was wide enough that holds for other sizes, too,
     * and the smallest is looked for at which tasks hardly wait, with the measured service times drawn at random. A pool
     * that was the bottleneck only tells how many tasks were there: it is made larger by a step, as the search does, and
     * asked again; not when the cores are what is short, since then more threads would only wait for them.
     */

    private static final double HEADROOM = 1.2;
    private static final double GROWTH = 1.3;
    private static final double SATURATED = 0.9;
    private static final double LONG_QUEUE = 0.1;
    static final double CORES_FULL = 0.9;
    private static final double LARGEST_RESIDUAL = 0.2;
    static final int FEWEST_TASKS = 200;
    private static final int SIMULATED_TASKS = 10_000;
    private static final int SEED = 5;
    private static final double MEASURED_SHARE = 0.9;

    private final PoolConfig config;
    private final LedgerSnapshot ledger;
    private final double coreLoad;
    private final List<String> reasons = new ArrayList<>();

    private SizeAdvisor(PoolConfig config, LedgerSnapshot ledger, double coreLoad) {
        this.config = config;
        this.ledger = ledger;
        this.coreLoad = coreLoad;
    }

    /**
     * Returns the advice for one pool.
     *
     * @param config how it is configured now
     * @param ledger its last seconds
     * @param coreLoad how much of its cores the process used meanwhile, 0 to 1; NaN where it is not known
     */
    public static SizeAdvice advise(PoolConfig config, LedgerSnapshot ledger, double coreLoad) {
        return new SizeAdvisor(config, ledger, coreLoad).advise();
    }

    private SizeAdvice advise() {
        int now = config.maxThreads();
        double service = ledger.serviceTimeNanos().mean();
        say(
                "%.1f arrivals/s, held for %.3f ms (p99 %.3f ms), queued for %.3f ms (p99 %.3f ms), threads"
                        + " busy for %.0f %% of their time, at most %d of them, in %.1f s",
                ledger.arrivalRatePerSecond(),
                service / 1e6,
                ledger.serviceTimeNanos().percentile(99) / 1e6,
                ledger.queueTimeNanos().mean() / 1e6,
                ledger.queueTimeNanos().percentile(99) / 1e6,
                100 * ledger.utilization(),
                now,
                ledger.windowNanos() / 1e9);
        boolean isBottleneck = isBottleneck(service);
        if (config.kind() != PoolKind.FIXED && !isBottleneck) {
            say("a pool of kind %s sizes itself", config.kind().word());
            return keepSize(Standing.SIZES_ITSELF);
        }
        if (ledger.serviceTimeNanos().count() < FEWEST_TASKS) {
            say("too few tasks to tell (expected: >= %d)", FEWEST_TASKS);
            return keepSize(Standing.TOO_FEW_TASKS);
        }
        if (ledger.littleResidual() > LARGEST_RESIDUAL) {
            say(
                    "not steady: Little's law is off by %.0f %% (expected: <= %.0f %%)",
                    100 * ledger.littleResidual(), 100 * LARGEST_RESIDUAL);
            return keepSize(Standing.NOT_STEADY);
        }
        return isBottleneck ? ofBottleneck(now) : ofWideEnough(now);
    }

    /** All threads that it may have were busy, and tasks waited or were turned away. */
    private boolean isBottleneck(double service) {
        boolean isBounded =
                switch (config.kind()) {
                    case FIXED -> true;
                    case EAGER, CACHED -> ledger.state().threads() >= config.maxThreads();
                    default -> false;
                };
        boolean isWanted = ledger.queueTimeNanos().mean() > LONG_QUEUE * service
                || (config.kind() == PoolKind.CACHED && ledger.rejections(RejectReason.POOL_FULL) > 0);
        return isBounded && isWanted && ledger.utilization() > SATURATED;
    }

    private SizeAdvice ofBottleneck(int now) {
        say("the pool is the bottleneck: by Little's law %.1f tasks are here", ledger.littlesLawConcurrency());
        if (coreLoad > CORES_FULL) {
            say("but %.0f %% of the cores are in use: more threads would only wait for those", 100 * coreLoad);
            return keepSize(Standing.SHORT_OF_CORES);
        }
        int step = Math.max(now + 1, (int) Math.round(now * GROWTH));
        int all = Math.max(now + 1, (int) Math.ceil(ledger.littlesLawConcurrency() * HEADROOM));
        int threads = Math.min(PoolConfig.MAX_THREADS, Math.min(step, all));
        say("a step up to %d threads; ask again then", threads);
        return new SizeAdvice(config.name(), now, threads, Standing.BOTTLENECK, reasons);
    }

    private SizeAdvice ofWideEnough(int now) {
        double rate = HEADROOM * ledger.arrivalRatePerSecond();
        int few = 0;
        int enough = 1;
        while (enough < PoolConfig.MAX_THREADS && !isEnough(enough, rate)) {
            few = enough;
            enough = Math.min(PoolConfig.MAX_THREADS, 2 * enough);
        }
        while (enough - few > 1) {
            int middle = (few + enough) / 2;
            if (isEnough(middle, rate)) {
                enough = middle;
            } else {
                few = middle;
            }
        }
        say(
                "by simulation of these service times, %d threads keep the queue time's p99 below a tenth of the service"
                        + " time's, with a fifth more arrivals",
                enough);
        return new SizeAdvice(config.name(), now, enough, Standing.WIDE_ENOUGH, reasons);
    }

    private boolean isEnough(int threads, double rate) {
        if (threads < rate * ledger.serviceTimeNanos().mean() / 1e9) {
            return false;
        }
        Delay held = Delay.measured(ledger.serviceTimeNanos().toHistogram());
        SimulatedService service = SimulatedService.of(
                        Program.start().on(config.name(), Program.start().io(held)))
                .pool(config.name(), "fixed:threads=" + threads + ",queue=" + SIMULATED_TASKS)
                .build();
        Duration length = Duration.ofNanos(Math.round(1e9 * SIMULATED_TASKS / rate * MEASURED_SHARE));
        SimulationResult result =
                Simulator.run(service, CpuModel.inTurns(1), Load.open(rate), RunPlan.of(SEED, length));
        return result.pool(config.name()).queueTimeNanos().percentile(99)
                <= LONG_QUEUE * ledger.serviceTimeNanos().percentile(99);
    }

    private SizeAdvice keepSize(Standing standing) {
        return new SizeAdvice(config.name(), config.maxThreads(), config.maxThreads(), standing, reasons);
    }

    private void say(String format, Object... values) {
        reasons.add(String.format(Locale.ROOT, format, values));
    }
}
