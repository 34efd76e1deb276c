package dev.multipool.capacity.sim;

import java.time.Duration;
import java.util.Optional;

/**
 * The cores that the service runs on, and how its threads share them.
 *
 * <p>{@code CpuModel.cores(4)} are four cores shared equally, {@code CpuModel.inTurns(4)} four whose threads take turns. {@code
 * CpuModel.quota(4, 64)} is a container that may use 400 ms of CPU time in each period of 100 ms on a host with 64 cores: its
 * threads run on as many cores as they like until the period's time is used up, and then none runs until the period ends. The
 * first and the last differ below and above saturation: docs/model.md.
 *
 * @param cores of the machine; under a quota those of the host
 * @param discipline how threads share the cores
 * @param quantum the longest time on a core in a row; only {@link Discipline#ROUND_ROBIN} and {@link
 *     Discipline#PER_CORE} look at it
 * @param quota the CPU time that may be used, if it is limited
 * @param costs CPU time that changing threads costs
 * @param backgroundCores what else uses the cores all the time: the JVM, agents, the system
 */
public record CpuModel(
        int cores,
        Discipline discipline,
        Duration quantum,
        Optional<Quota> quota,
        SwitchCosts costs,
        double backgroundCores) {

    /** How threads share cores. */
    public enum Discipline {
        /** All ready threads progress at once, each at most as fast as one core: a scheduler with very short turns. */
        PROCESSOR_SHARING,
        /** One queue for all cores; a thread runs for a quantum at most, then goes to its end. */
        ROUND_ROBIN,
        /** A queue for each core, turns as above; a thread that becomes ready goes to the shortest queue, an idle core
         * takes from the longest. */
        PER_CORE
    }

    /**
     * A limit of CPU time.
     *
     * @param cores CPU time that may be used in a period, over the period
     * @param period after which the time may be used anew
     */
    public record Quota(double cores, Duration period) {
        /** The period that Linux gives a quota when nothing else is said. */
        public static final Duration DEFAULT_PERIOD = Duration.ofMillis(100);

        /** Validates. */
        public Quota {
            Checks.positive("quotaCores", cores);
            Checks.positive("period", period);
        }
    }

    /**
     * CPU time that changing threads costs.
     *
     * @param switchNanos to get a thread onto a core after it had parked, and under a quantum to change threads
     * @param idleWakeNanos to get a core going that had nothing to do, charged to who gets it: leaving an idle state, caches
     *     that are cold; under load cores seldom sleep, so a call costs less then
     */
    public record SwitchCosts(double switchNanos, double idleWakeNanos) {
        /** Changing threads costs nothing. */
        public static final SwitchCosts NONE = new SwitchCosts(0, 0);

        /** Validates. */
        public SwitchCosts {
            Checks.notNegative("switchCostNanos", switchNanos);
            Checks.notNegative("idleWakeNanos", idleWakeNanos);
        }
    }

    private static final Duration DEFAULT_QUANTUM = Duration.ofMillis(3);

    /** Validates. */
    public CpuModel {
        Checks.atLeast("cores", cores, 1);
        Checks.positive("quantum", quantum);
        double usable = usableCores(cores, quota);
        if (!(backgroundCores >= 0 && backgroundCores < usable)) {
            throw new IllegalArgumentException(
                    "backgroundCores: " + backgroundCores + " (expected: >= 0 and < " + usable + ")");
        }
        if (quota.isPresent() && discipline != Discipline.PROCESSOR_SHARING) {
            throw new IllegalArgumentException(
                    "discipline: " + discipline + " (expected: PROCESSOR_SHARING, the only one with a quota)");
        }
    }

    /** Returns that many cores, shared equally. */
    public static CpuModel cores(int cores) {
        return new CpuModel(
                cores, Discipline.PROCESSOR_SHARING, DEFAULT_QUANTUM, Optional.empty(), SwitchCosts.NONE, 0);
    }

    /** Returns that many cores whose threads take turns, as under Linux: what computes for less than 3 ms is not interrupted. */
    public static CpuModel inTurns(int cores) {
        return cores(cores).withDiscipline(Discipline.ROUND_ROBIN, DEFAULT_QUANTUM);
    }

    /** Returns a quota in cores, on a host of more. */
    public static CpuModel quota(double quotaCores, int hostCores) {
        return new CpuModel(
                hostCores,
                Discipline.PROCESSOR_SHARING,
                DEFAULT_QUANTUM,
                Optional.of(new Quota(quotaCores, Quota.DEFAULT_PERIOD)),
                SwitchCosts.NONE,
                0);
    }

    /** Returns this with another discipline and quantum. */
    public CpuModel withDiscipline(Discipline newDiscipline, Duration newQuantum) {
        return new CpuModel(cores, newDiscipline, newQuantum, quota, costs, backgroundCores);
    }

    /** Returns this with something that runs beside the service. */
    public CpuModel withBackground(double newBackgroundCores) {
        return new CpuModel(cores, discipline, quantum, quota, costs, newBackgroundCores);
    }

    /** Returns this with a cost of switching threads. */
    public CpuModel withSwitchCost(Duration cost) {
        return withCosts(new SwitchCosts((double) cost.toNanos(), costs.idleWakeNanos()));
    }

    /** Returns this with a cost of waking an idle core. */
    public CpuModel withIdleWakeCost(double nanos) {
        return withCosts(new SwitchCosts(costs.switchNanos(), nanos));
    }

    private CpuModel withCosts(SwitchCosts newCosts) {
        return new CpuModel(cores, discipline, quantum, quota, newCosts, backgroundCores);
    }

    /** Returns the cores that are there to be used in the long run: the quota, if there is one. */
    public double usableCores() {
        return usableCores(cores, quota);
    }

    private static double usableCores(int cores, Optional<Quota> quota) {
        return quota.map(Quota::cores).orElse((double) cores);
    }
}
