package dev.multipool.capacity.calibration;

import dev.multipool.capacity.sim.CpuModel;
import dev.multipool.capacity.sim.Delay;
import dev.multipool.capacity.sim.GcPauses;
import dev.multipool.capacity.sim.Program;
import dev.multipool.capacity.sim.SimulatedService;
import dev.multipool.capacity.sim.SimulatedServiceBuilder;

/**
 * What a call to a service needs: enough to simulate it on other machines and pools.
 *
 * @param cpuMillis CPU time per call in all of the process
 * @param backgroundCores CPU that is used without calls
 * @param poolCpuMillis of the CPU time, the part on the pool's threads
 * @param blocked how long a call holds its thread without computing
 * @param outsideMillis from the call's sending to its answer, what is neither pool nor CPU: the network, the client
 * @param pauses stop-the-world pauses
 * @param band how far the profile missed the throughputs that it was made from, at worst: 0.05 for 5 %
 */
public record ServiceProfile(
        double cpuMillis,
        double backgroundCores,
        double poolCpuMillis,
        Blocked blocked,
        double outsideMillis,
        Pauses pauses,
        double band) {

    private static final double OUTSIDE_CV = 0.2;

    /**
     * The time without computing.
     *
     * @param millis its mean
     * @param cv the standard deviation over the mean
     */
    public record Blocked(double millis, double cv) {}

    /**
     * Stop-the-world pauses.
     *
     * @param everyCalls calls from one to the next; 0 for none
     * @param millis how long one is
     */
    public record Pauses(long everyCalls, double millis) {}

    /** Returns the service on a business pool of that spec. */
    public SimulatedService service(String poolSpec) {
        Program call = Program.start()
                .cpu(Delay.constant(poolCpuMillis / 2))
                .io(Delay.logNormal(blocked.millis(), blocked.cv()))
                .cpu(Delay.constant(poolCpuMillis / 2));
        SimulatedServiceBuilder service = SimulatedService.of(Program.start()
                        .cpu(Delay.constant(cpuMillis - poolCpuMillis))
                        .on("business", call))
                .pool("business", poolSpec)
                .network(Delay.logNormal(outsideMillis, OUTSIDE_CV));
        if (pauses.everyCalls() > 0) {
            service.gc(new GcPauses(pauses.everyCalls(), Delay.constant(pauses.millis()), 0));
        }
        return service.build();
    }

    /** Returns a machine with this service's background on it. */
    public CpuModel on(CpuModel machine) {
        return machine.withBackground(backgroundCores);
    }

    ServiceProfile withBand(double newBand) {
        return new ServiceProfile(cpuMillis, backgroundCores, poolCpuMillis, blocked, outsideMillis, pauses, newBand);
    }
}
