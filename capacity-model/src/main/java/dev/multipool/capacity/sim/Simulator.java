package dev.multipool.capacity.sim;

import dev.multipool.capacity.sim.SimulationResult.CpuUse;
import dev.multipool.capacity.sim.SimulationResult.Seen;
import dev.multipool.pools.LedgerSnapshot;
import java.util.ArrayList;
import java.util.List;

/**
 * Simulates a service under load, event by event.
 *
 * <pre>{@code
 * SimulationResult result = Simulator.run(service, CpuModel.cores(4), Load.closed(24), RunPlan.of(1, Duration.ofSeconds(20)));
 * }</pre>
 *
 * <p>Pure: the same arguments give the same result. A run uses one thread, the caller's; runs share nothing, so several
 * may be under way at once.
 */
public final class Simulator {

    private final CpuModel cpu;
    private final RunPlan plan;
    private final Agenda agenda;
    private final Cores cores;
    private final Execution execution;
    private final Requests requests;
    private final Recorder recorder;

    private Simulator(SimulatedService service, CpuModel cpu, Load load, RunPlan plan) {
        this.cpu = cpu;
        this.plan = plan;
        World world = World.of(service, cpu, plan.seed());
        this.agenda = world.agenda();
        this.cores = world.cores();
        this.recorder = new Recorder(plan.batches());
        Code code = Code.compile(service, world.seeds());
        Clients clients = new Clients(load, service.network(), agenda, world.seeds());
        this.execution = new Execution(
                world.tasks(), agenda, cores, code, service, cpu.costs().switchNanos());
        this.requests = new Requests(world, execution, clients, recorder);
    }

    /** Returns what the service does under the load in the measured time. */
    public static SimulationResult run(SimulatedService service, CpuModel cpu, Load load, RunPlan plan) {
        return new Simulator(service, cpu, load, plan).run();
    }

    private SimulationResult run() {
        double start = plan.warmup().toNanos();
        runUntil(start);
        cores.startWindow(start);
        recorder.startWindow();
        for (SimulatedPool pool : execution.pools()) {
            pool.startWindow(start);
        }
        double measured = plan.measured().toNanos();
        double batch = measured / plan.batches();
        for (int i = 1; i <= plan.batches(); i++) {
            runUntil(start + i * batch);
            recorder.endBatch(batch);
        }
        return result(measured);
    }

    private void runUntil(double end) {
        while (true) {
            double computed = cores.next();
            double due = agenda.next();
            if (Math.min(computed, due) >= end) {
                agenda.advance(end);
                return;
            }
            if (computed <= due) {
                agenda.advance(computed);
                int task = cores.happen();
                if (task != Cores.NOBODY) {
                    execution.proceed(task);
                }
            } else {
                agenda.advance(due);
                happen(agenda.take());
            }
            execution.goOn();
            while (!execution.ended().isEmpty()) {
                requests.answerEnded();
                execution.goOn();
            }
        }
    }

    private void happen(int event) {
        switch (Agenda.kind(event)) {
            case Agenda.WAITED -> execution.proceed(Agenda.id(event));
            case Agenda.CALL -> requests.arrive(Agenda.id(event));
            case Agenda.RESUME -> requests.resume();
            default -> requests.deadline();
        }
    }

    private SimulationResult result(double measured) {
        double now = agenda.now();
        List<LedgerSnapshot> ledgers = new ArrayList<>();
        for (SimulatedPool pool : execution.pools()) {
            ledgers.add(pool.snapshot(now));
        }
        boolean nothingCanHappen = agenda.isEmpty() && !cores.isBusy();
        return new SimulationResult(
                new Seen(
                        recorder.throughput(),
                        recorder.mean(),
                        recorder.p99(),
                        recorder.responses().distribution(),
                        recorder.failedTimes().distribution()),
                recorder.counts(),
                new CpuUse(
                        cores.busyNanos(now) / measured,
                        cpu.usableCores(),
                        1e9 * cores.idleWakes() / measured,
                        cores.throttledPeriods()),
                ledgers,
                nothingCanHappen ? requests.present() : 0);
    }
}
