package dev.multipool.capacity.calibration;

import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.Delay;
import dev.multipool.capacity.sim.GcPauses;
import dev.multipool.capacity.sim.Permits;
import dev.multipool.capacity.sim.Program;
import dev.multipool.capacity.sim.RunPlan;
import dev.multipool.capacity.sim.SimulatedService;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a call to a service needs: enough to simulate it on other machines and pools.
 *
 * @param cpuMillis CPU time per call in all of the process, on cores that are busy anyway
 * @param idleWakeMillis CPU time that it costs to get a core going that had nothing to do
 * @param backgroundCores CPU that is used without calls
 * @param call what it needs on the pools
 * @param outsideMillis from the call's sending to its answer, what is neither pool nor CPU: the network, the client
 * @param pauses stop-the-world pauses
 * @param missed how far it is from the runs that it was made from
 */
public record ServiceProfile(
        double cpuMillis,
        double idleWakeMillis,
        double backgroundCores,
        TaskProfile call,
        double outsideMillis,
        Pauses pauses,
        Missed missed) {

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double OUTSIDE_CV = 0.2;
    private static final double FEWEST_CALLS = 2000;
    private static final double SHORTEST_SECONDS = 1;
    private static final double LONGEST_SECONDS = 20;
    private static final String QUEUE = ",queue=100000";

    /**
     * Stop-the-world pauses.
     *
     * @param everyCalls calls from one to the next; 0 for none
     * @param millis how long one is
     */
    public record Pauses(long everyCalls, double millis) {}

    /**
     * The worst miss on the runs that the profile was made from: 0.05 for 5 %.
     *
     * @param tps of the throughput
     * @param p99 of TP99
     */
    public record Missed(double tps, double p99) {
        static final Missed UNKNOWN = new Missed(0, 0);
    }

    /** Validates. */
    public ServiceProfile {
        if (call.allCpuMillis() > cpuMillis * (1 + 1e-6)) {
            throw new IllegalArgumentException("cpuMillis: " + cpuMillis + " (expected: >= " + call.allCpuMillis()
                    + ", the CPU time of its tasks)");
        }
    }

    /**
     * Returns the service on fixed pools of these sizes, with queues for every call. A pool that lends has so many of what it
     * lends.
     *
     * @throws IllegalArgumentException when a size is missing
     */
    public SimulatedService service(Map<String, Integer> threads) {
        Program request = Program.start()
                .cpu(Delay.constant(Math.max(0, cpuMillis - call.allCpuMillis())))
                .fork(call.pool(), call.count(), call.program());
        SimulatedService.Builder service =
                SimulatedService.of(request).network(Delay.logNormal(outsideMillis, OUTSIDE_CV));
        for (String pool : call.pools()) {
            service.pool(pool, "fixed:threads=" + size(threads, pool) + QUEUE);
        }
        for (String lender : call.lenders()) {
            service.permits(Permits.downstream(lender, size(threads, lender)));
        }
        if (pauses.everyCalls() > 0) {
            service.gc(new GcPauses(pauses.everyCalls(), Delay.constant(pauses.millis()), 0));
        }
        return service.build();
    }

    private int size(Map<String, Integer> threads, String pool) {
        Integer size = threads.get(pool);
        if (size == null) {
            throw new IllegalArgumentException("threads: " + threads + " (expected: of " + sizedPools() + ")");
        }
        return size;
    }

    private List<String> sizedPools() {
        return Stream.concat(call.pools().stream(), call.lenders().stream()).toList();
    }

    /** Returns the same number of threads for each pool, and of what a pool lends. */
    public Map<String, Integer> each(int threads) {
        Map<String, Integer> sizes = new LinkedHashMap<>();
        sizedPools().forEach(pool -> sizes.put(pool, threads));
        return sizes;
    }

    /**
     * Returns a plan of simulation that is long enough for about so many tasks on that machine, but for no fewer calls than
     * percentiles need.
     *
     * @param seed of all randomness
     */
    public RunPlan plan(long seed, CpuModel machine, long tasks) {
        double calls = Math.max(FEWEST_CALLS, (double) tasks / call.tasks());
        double seconds = Math.max(SHORTEST_SECONDS, calls * cpuMillis / 1e3 / machine.usableCores());
        return RunPlan.of(seed, Duration.ofMillis(Math.round(1e3 * Math.min(LONGEST_SECONDS, seconds))));
    }

    /** Returns a machine with this service's background on it, and what its idle cores cost to wake. */
    public CpuModel on(CpuModel machine) {
        return machine.withBackground(backgroundCores).withIdleWakeCost(NANOS_PER_MILLI * idleWakeMillis);
    }

    /** Returns the response time of a call that is alone, if its subtasks don't get into each other's way. */
    double aloneMillis() {
        return outsideMillis + Math.max(0, cpuMillis - call.allCpuMillis()) + call.holdingMillis();
    }

    ServiceProfile withMissed(Missed newMissed) {
        return new ServiceProfile(cpuMillis, idleWakeMillis, backgroundCores, call, outsideMillis, pauses, newMissed);
    }

    /** Returns this with what it misses on runs that it was not made from, where that is more. */
    public ServiceProfile missingToo(Missed others) {
        return withMissed(new Missed(Math.max(missed.tps(), others.tps()), Math.max(missed.p99(), others.p99())));
    }

    /** Returns this with a dependency that answers so much later. */
    public ServiceProfile slowerBy(double millis) {
        return new ServiceProfile(
                cpuMillis, idleWakeMillis, backgroundCores, call.slowerBy(millis), outsideMillis, pauses, missed);
    }

    /**
     * Returns this with others that compute for each call on the same cores.
     *
     * @param callerMillis its caller
     * @param dependencyMillis what its tasks wait for; a part for each wait
     */
    public ServiceProfile withFurtherCpu(double callerMillis, double dependencyMillis) {
        return new ServiceProfile(
                cpuMillis + callerMillis + dependencyMillis,
                idleWakeMillis,
                backgroundCores,
                call.withWaitsComputing(dependencyMillis / Math.max(1, call.waits())),
                outsideMillis,
                pauses,
                missed);
    }

    /** Returns the users at which so many cores become the limit, if no pool is. */
    public double saturatingUsers(double cores) {
        return cores * aloneMillis() / cpuMillis;
    }

    /** Returns this with that many times the CPU time per call. */
    public ServiceProfile withCpuTimes(double factor) {
        return new ServiceProfile(
                factor * cpuMillis,
                factor * idleWakeMillis,
                backgroundCores,
                call.withCpuTimes(factor),
                outsideMillis,
                pauses,
                missed);
    }
}
