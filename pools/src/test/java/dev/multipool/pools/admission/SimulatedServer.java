package dev.multipool.pools.admission;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;

/**
 * A server to be simulated: cores with processor sharing, perhaps under a CPU quota, event loops that read the calls
 * before the door, a pool of threads behind it, and calls of half their CPU time, a wait for I/O, and the other half.
 *
 * <p><b>Units:</b> seconds.
 *
 * @param cores cores that the calls share
 * @param quotaCores the CPU quota in cores, refilled every 100 ms; 0 for none
 * @param threads calls in service at once; the others queue
 * @param cpu mean CPU time of a call
 * @param cpuShape of the Erlang distribution: 1 exponential, larger is steadier; 0 constant
 * @param io mean wait of a call
 * @param ioShape as cpuShape
 * @param slowPart the part of the calls that is slower
 * @param slowFactor how many times slower, in CPU and wait
 * @param ioFactor how many times slower the dependency is at a time
 * @param pauseEvery calls from one pause of all cores to the next; 0 for no pauses
 * @param pause how long a pause is
 * @param eventLoops threads that read the calls before the door, one call each at a time; 0: reading costs nothing
 * @param readCpu CPU time of reading a call on the same cores, let in or rejected
 */
record SimulatedServer(
        int cores,
        double quotaCores,
        int threads,
        double cpu,
        int cpuShape,
        double io,
        int ioShape,
        double slowPart,
        double slowFactor,
        DoubleUnaryOperator ioFactor,
        int pauseEvery,
        double pause,
        int eventLoops,
        double readCpu) {

    static final double PERIOD = 0.1;

    /** The service of seed 000 as the findings fit it: 0.588 ms CPU, 2.98 ms wait, 4 cores. */
    static SimulatedServer seed000() {
        return new SimulatedServer(4, 0, 2000, 0.588e-3, 4, 2.98e-3, 12, 0, 1, t -> 1, 0, 0, 0, 0);
    }

    /** A fast service on one core: 17 us CPU in its handler, 16 us on two event loops, no wait: 30,000 calls/s. */
    static SimulatedServer fast() {
        return seed000().withTimes(17e-6, 4, 0, 0).withCores(1).withEventLoops(2, 16e-6);
    }

    SimulatedServer withQuota() {
        return new SimulatedServer(
                64,
                cores,
                threads,
                cpu,
                cpuShape,
                io,
                ioShape,
                slowPart,
                slowFactor,
                ioFactor,
                pauseEvery,
                pause,
                eventLoops,
                readCpu);
    }

    SimulatedServer withThreads(int newThreads) {
        return new SimulatedServer(
                cores,
                quotaCores,
                newThreads,
                cpu,
                cpuShape,
                io,
                ioShape,
                slowPart,
                slowFactor,
                ioFactor,
                pauseEvery,
                pause,
                eventLoops,
                readCpu);
    }

    SimulatedServer withSlow(double part, double factor) {
        return new SimulatedServer(
                cores,
                quotaCores,
                threads,
                cpu,
                cpuShape,
                io,
                ioShape,
                part,
                factor,
                ioFactor,
                pauseEvery,
                pause,
                eventLoops,
                readCpu);
    }

    SimulatedServer withIoFactor(DoubleUnaryOperator factor) {
        return new SimulatedServer(
                cores,
                quotaCores,
                threads,
                cpu,
                cpuShape,
                io,
                ioShape,
                slowPart,
                slowFactor,
                factor,
                pauseEvery,
                pause,
                eventLoops,
                readCpu);
    }

    SimulatedServer withPauses() {
        return new SimulatedServer(
                cores,
                quotaCores,
                threads,
                cpu,
                cpuShape,
                io,
                ioShape,
                slowPart,
                slowFactor,
                ioFactor,
                7000,
                0.013,
                eventLoops,
                readCpu);
    }

    SimulatedServer withTimes(double newCpu, int newCpuShape, double newIo, int newIoShape) {
        return new SimulatedServer(
                cores,
                quotaCores,
                threads,
                newCpu,
                newCpuShape,
                newIo,
                newIoShape,
                slowPart,
                slowFactor,
                ioFactor,
                pauseEvery,
                pause,
                eventLoops,
                readCpu);
    }

    SimulatedServer withCores(int newCores) {
        return new SimulatedServer(
                newCores,
                quotaCores,
                threads,
                cpu,
                cpuShape,
                io,
                ioShape,
                slowPart,
                slowFactor,
                ioFactor,
                pauseEvery,
                pause,
                eventLoops,
                readCpu);
    }

    SimulatedServer withEventLoops(int newEventLoops, double newReadCpu) {
        return new SimulatedServer(
                cores,
                quotaCores,
                threads,
                cpu,
                cpuShape,
                io,
                ioShape,
                slowPart,
                slowFactor,
                ioFactor,
                pauseEvery,
                pause,
                newEventLoops,
                newReadCpu);
    }

    /** Returns the most calls per second that the cores can serve when none is rejected. */
    double saturatingRate() {
        double meanFactor = 1 + slowPart * (slowFactor - 1);
        return (quotaCores > 0 ? quotaCores : cores) / (cpu * meanFactor + readCpu);
    }

    /** Returns how many users keep the cores just busy when none waits. */
    double saturatingUsers() {
        return saturatingRate() * (cpu + io) * (1 + slowPart * (slowFactor - 1));
    }

    static double erlang(SplittableRandom random, double mean, int shape) {
        if (shape == 0) {
            return mean;
        }
        double product = 1;
        for (int i = 0; i < shape; i++) {
            product *= 1 - random.nextDouble();
        }
        return -Math.log(product) / shape * mean;
    }
}
