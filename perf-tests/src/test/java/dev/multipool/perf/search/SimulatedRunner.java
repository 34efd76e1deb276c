package dev.multipool.perf.search;

import dev.multipool.bench.result.LoadResult.Times;
import dev.multipool.bench.result.LoadResult.Use;
import dev.multipool.bench.result.Percentiles;
import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.Load;
import dev.multipool.capacity.sim.RunPlan;
import dev.multipool.capacity.sim.SimulatedService;
import dev.multipool.capacity.sim.SimulationResult;
import dev.multipool.capacity.sim.Simulator;
import dev.multipool.laboratory.process.Pauses;
import dev.multipool.laboratory.process.PoolLedger;
import dev.multipool.laboratory.process.PoolLedger.ThreadTime;
import dev.multipool.laboratory.result.Demand.OpenLoop;
import dev.multipool.laboratory.result.Figures;
import dev.multipool.laboratory.result.LabRun;
import dev.multipool.laboratory.result.MadeUpResults;
import dev.multipool.laboratory.run.Trial;
import dev.multipool.laboratory.run.TrialRunner;
import dev.multipool.perf.experiment.PoolComparison;
import dev.multipool.pools.LedgerSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Makes runs up by simulating a service, each with another seed, so that what is to be found is known. */
public final class SimulatedRunner implements TrialRunner {
    private final Function<Trial, SimulatedService> service;
    private final CpuModel machine;

    /**
     * A runner.
     *
     * @param service the truth about a trial's variant
     */
    public SimulatedRunner(CpuModel machine, Function<Trial, SimulatedService> service) {
        this.machine = machine;
        this.service = service;
    }

    @Override
    public LabRun run(Trial trial) {
        SimulationResult result = Simulator.run(
                service.apply(trial),
                machine,
                trial.settings().load().demand() instanceof OpenLoop open
                        ? Load.open(open.ratePerSecond())
                        : Load.closed(PoolComparison.users(trial.settings())),
                RunPlan.of(1000 + trial.number(), Duration.ofSeconds(5)));
        LabRun made = MadeUpResults.run(trial, result.tps(), result.percentileMillis(99), Map.of());
        return new LabRun(
                new LabRun.Identity(
                        made.identity().number(),
                        made.identity().repeat(),
                        made.identity().startedAt(),
                        true),
                made.settings(),
                figures(made.figures(), result),
                new LabRun.ServerTelling(
                        result.pools().stream().map(SimulatedRunner::ledger).toList(), null, new Pauses(0, 0)),
                made.details(),
                made.environment(),
                made.invalidReasons());
    }

    private static Figures figures(Figures made, SimulationResult result) {
        return new Figures(
                made.counts(),
                new Times(
                        new Percentiles(
                                result.percentileMillis(50),
                                result.percentileMillis(90),
                                made.times().responseTime().p99Millis(),
                                result.percentileMillis(99.9),
                                result.percentileMillis(100),
                                result.meanMillis()),
                        List.of(),
                        made.times().corrected(),
                        List.of()),
                made.schedule(),
                made.noise(),
                new Use(
                        made.use().generatorCpuCores(),
                        result.cpu().busyCores(),
                        made.use().resources()),
                made.server());
    }

    private static PoolLedger ledger(LedgerSnapshot pool) {
        return new PoolLedger(
                pool.poolName(),
                "fixed:threads=" + pool.state().maxThreads(),
                pool.windowNanos() / 1e9,
                new PoolLedger.Tasks(
                        pool.serviceTimeNanos().count(),
                        0,
                        0,
                        pool.queueTimeNanos().sum() / 1e9,
                        pool.serviceTimeNanos().standardDeviation() / 1e6),
                new ThreadTime(
                        pool.serviceTimeNanos().sum() / 1e9,
                        pool.times().cpuNanos() / 1e9,
                        pool.times().joinWaitNanos() / 1e9,
                        pool.times().ioWaitNanos() / 1e9,
                        0,
                        0,
                        pool.times().idleNanos() / 1e9));
    }
}
